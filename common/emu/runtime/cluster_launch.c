// Launches of thread block clusters: one cluster after another, the blocks of each at once, as those of a cooperative launch.
//
// A block runs until its threads wait at cluster.sync(), or all poll for what another block has yet to store; then it is put
// aside. Its shared memory lies in the same place each time, so that the other blocks' pointers to it stay right. When all
// blocks wait there, or have ended, those that wait go on.
#include "runtime/cluster_launch.h"
#include "check/events.h"
#include "check/hazard.h"
#include "runtime/block.h"
#include "runtime/fiber.h"
#include "runtime/parked_blocks.h"
#include <string.h>

void cluster_launch_begin(const uint32_t shape[3]) {
  memcpy(C.shape, shape, sizeof C.shape);
  C.blocks = shape[0] * shape[1] * shape[2];
  parked_room(C.blocks);
  for (uint32_t i = 0; i < C.blocks; i++) {
    parked_reserve(parked[i]);
    C.block[i].shared = (uint64_t)parked[i]->shared;
    C.block[i].dynamic = (uint64_t)parked[i]->dynamic;
    C.block[i].shared_shadow = parked[i]->shared_shadow;
    C.block[i].dynamic_shadow = parked[i]->dynamic_shadow;
  }
}

void cluster_launch_end(void) {
  C.blocks = 0;
  M.shared_since = UINT32_MAX;
}

// The block of that rank, counted through the grid.
static uint64_t linear_of(uint64_t cluster, uint32_t rank) {
  uint64_t in_x = L.grid[0] / C.shape[0], in_y = L.grid[1] / C.shape[1];
  uint64_t x = cluster % in_x * C.shape[0] + rank % C.shape[0];
  uint64_t y = cluster / in_x % in_y * C.shape[1] + rank / C.shape[0] % C.shape[1];
  uint64_t z = cluster / in_x / in_y * C.shape[2] + rank / C.shape[0] / C.shape[1];
  return (z * L.grid[1] + y) * L.grid[0] + x;
}

// The block has run as far as it can.
static void stop_in_cluster(struct parked *p) {
  p->polls = S.waits && !L.aborted;
  p->waits = !S.waits && !L.aborted && block_waits_for_grid();
  C.block[C.own].stamp = M.block_stamp;
  C.block[C.own].done = !p->polls && !p->waits;
  if (p->polls || p->waits) parked_leave(p);
  pending_end(PENDING_CLUSTER);
}

static void run_rank(uint32_t rank) {
  event_cluster_block_runs();
  block_run();
  stop_in_cluster(parked[rank]);
}

// Lets the blocks that poll go on in turn, until all have ended or wait for the cluster.
static void answer_cluster(void) {
  for (uint64_t idle = 0; !L.aborted;) {
    uint32_t polling = 0, left = 0;
    uint64_t before = block_changes() + M.counters->v[EMU_barriers];
    for (uint32_t i = 0; i < C.blocks; i++) polling += parked[i]->polls;
    if (!polling) return;
    for (uint32_t i = 0; i < C.blocks && !L.aborted; i++) {
      if (!parked[i]->polls) continue;
      L.may_wait = polling > 1 && idle < IDLE_ROUNDS; // else the first of them is told of
      S.hopeless = idle >= IDLE_ROUNDS;
      C.own = i;
      parked_go_on(parked[i]);
      run_rank(i);
      S.hopeless = false;
      left += parked[i]->polls;
      if (!L.may_wait) break;
    }
    idle = left < polling || block_changes() + M.counters->v[EMU_barriers] != before ? 0 : idle + 1;
  }
}

static void run_cluster(uint64_t cluster) {
  uint16_t newest = M.block_stamp;
  for (uint32_t i = 0; i < C.blocks; i++) {
    C.block[i].linear = linear_of(cluster, i);
    C.block[i].begun = C.block[i].done = false;
    parked[i]->polls = parked[i]->waits = false;
  }
  event_cluster_begin();
  uint32_t first = (uint32_t)(seed_mix(L.seed + cluster) % C.blocks);
  for (uint32_t k = 0; k < C.blocks && !L.aborted; k++) {
    uint32_t i = C.own = (first + k) % C.blocks;
    fibers_prepare(&parked[i]->state, L.n_threads);
    parked[i]->linear = C.block[i].linear;
    M.block_stamp = newest;
    L.blocks_begun++;
    L.may_wait = true;
    block_begin(parked[i]->linear);
    newest = M.block_stamp;
    run_rank(i);
  }
  for (;;) {
    uint32_t waiting = 0;
    answer_cluster();
    for (uint32_t i = 0; i < C.blocks && !L.aborted; i++) waiting += parked[i]->waits;
    if (!waiting) break;
    event_cluster_barrier();
    for (uint32_t k = 0; k < C.blocks && !L.aborted; k++) {
      uint32_t i = C.own = (first + k) % C.blocks;
      if (!parked[i]->waits) continue;
      L.may_wait = waiting > 1;
      parked_pass_cluster_barrier(parked[i]);
      run_rank(i);
    }
  }
  L.may_wait = false;
  M.block_stamp = newest;
}

void cluster_run(uint64_t clusters, uint64_t (*nth)(uint64_t i)) {
  L.blocks_begun = S.moves = 0;
  L.resident = C.blocks;
  for (uint64_t k = 0; k < clusters && !L.aborted; k++) run_cluster(nth(k));
  if (L.aborted) parked_drop();
}
