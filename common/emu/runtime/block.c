// One block: its threads run as fibers, warp by warp. It goes on when all its living threads wait at the barrier.
#include "runtime/block.h"
#include "check/epoch.h"
#include "check/events.h"
#include "runtime/barrier.h"
#include "runtime/numbered_barrier.h"
#include "runtime/stuck.h"
#include "runtime/warp_op.h"
#include "runtime/warp_run.h"
#include <string.h>

// Steps of one block after which it counts as endless behind an access out of bounds: what it waits for may have been lost there.
#define MAX_STEPS_LOST (1ull << 23)

// Of a worker, whose kernels are small: three seconds of a core or so.
#define MAX_STEPS_EMBEDDED 128000000ull

// Without EMU_STEPS a program's block may take the steps anew whenever it has changed something, up to so many times; and
// for each of its warps that still run.
#define MAX_CHANGING 16

uint64_t block_changes(void) {
  const uint64_t *v = M.counters->v;
  return S.moves + v[EMU_global_store_requests] + v[EMU_shared_store_requests];
}

static uint64_t most_steps(void) {
  uint64_t living = 0;
  if (L.error) return MAX_STEPS_LOST;
  if (S.steps_are_told) return S.most_steps;
  if (L.embedded) return S.most_steps < MAX_STEPS_EMBEDDED ? S.most_steps : MAX_STEPS_EMBEDDED;
  for (const struct warp *w = L.warps; w < L.warps + L.n_warps; w++) living += w->done < w->lanes;
  return S.most_steps * living;
}

static bool too_many_steps(void) {
  uint64_t most = most_steps(), changes = block_changes();
  if (S.steps - S.block_steps <= most) return false;
  if (L.error || S.steps_are_told || L.embedded || changes == S.block_changes) return true;
  S.block_changes = changes;
  S.block_steps = S.steps;
  return ++S.block_renewals >= MAX_CHANGING;
}

// Ends a launch that will not end by itself: every thread that still runs has been polling the same few words
// for a long time, or the launch has taken more steps than any exercise needs.
static void check_endless(bool at_barrier) {
  struct thread *stuck = NULL;
  uint32_t spins = UINT32_MAX; // of the thread that has polled the least
  for (struct thread *t = L.thread; t < L.thread + L.n_threads; t++) {
    if (t->state != LOG_FULL && t->state != READY) continue; // READY: in a loop with a barrier in it
    if (!stuck) stuck = t;
    if (t->spins < spins) spins = t->spins;
  }
  bool all_poll = spins >= (S.hopeless ? 2 * WAITING_LOGS : POLLING_LOGS);
  if (!stuck || !((all_poll && !at_barrier) || too_many_steps())) return;
  if (L.error) { // the cause has been told
    L.aborted = true;
    return;
  }
  M.self = stuck;
  report_stuck(stuck, spins >= WAITING_LOGS);
  M.self = NULL;
  L.error = cudaErrorLaunchTimeout;
  L.aborted = true;
}

bool block_waits_for_grid(void) {
  for (const struct warp *w = L.warps; w < L.warps + L.n_warps; w++)
    if (w->at_grid) return true;
  return false;
}

static uint64_t chance(uint32_t w) {
  return seed_mix(L.seed * 31 + L.block_linear * 1024 + w);
}

void block_order_warps(uint32_t *order) {
  for (uint32_t w = 0; w < L.n_warps; w++) order[w] = w;
  for (uint32_t w = L.n_warps; w > 1; w--) {
    uint32_t k = (uint32_t)(chance(w) % w), swap = order[w - 1];
    order[w - 1] = order[k];
    order[k] = swap;
  }
}

// Threads that have done nothing in a block in which others have: a block without work at all is of a grid of fixed size.
static void count_idle_threads(void) {
  uint64_t of_use = 0;
  for (const struct thread *t = L.thread; t < L.thread + L.n_threads; t++) of_use += t->of_use;
  if (of_use == 0) return;
  M.counters->v[EMU_idle_threads] += L.n_threads - of_use;
  M.counters->v[EMU_threads_of_busy_blocks] += L.n_threads;
}

void block_run(void) {
  uint32_t order[MAX_WARPS];
  S.waits = false;
  block_order_warps(order);
  while (!L.aborted) {
    bool progress = false;
    for (uint32_t w = 0; w < L.n_warps && !L.aborted; w++) progress |= warp_run(&L.warps[order[w]]);
    if (L.aborted) return;
    if (L.held) {
      L.held = false;
      S.waits = true;
      return;
    }
    uint32_t done = 0, waiting = 0, at_grid = 0;
    for (const struct warp *w = L.warps; w < L.warps + L.n_warps; w++) {
      done += w->done;
      waiting += w->at_barrier;
      at_grid += w->at_grid;
    }
    if (done == L.n_threads) count_idle_threads();
    if (done == L.n_threads) {
      barrier_block_ends();
      event_block_end();
    }
    if (done + at_grid == L.n_threads) return;
    if (done + waiting == L.n_threads) {
      barrier_release(done);
      if (S.steps - S.block_steps > (L.error ? MAX_STEPS_LOST : L.embedded ? most_steps() : S.most_steps))
        check_endless(true);
      continue;
    }
    if (L.may_wait && warps_only_poll(L.thread, L.thread + L.n_threads)) {
      S.waits = true;
      return;
    }
    check_endless(false);
    if (progress) continue;
    bool forced = false;
    for (uint32_t w = 0; w < L.n_warps && !forced; w++) forced = warp_op_stuck(&L.warps[w]);
    if (!forced && at_grid) barrier_mixed();
    if (!forced) numbered_stuck();
  }
}

static void note_block(uint64_t linear) {
  L.block_linear = linear;
  L.block_index[0] = (uint32_t)(linear % L.grid[0]);
  L.block_index[1] = (uint32_t)(linear / L.grid[0] % L.grid[1]);
  L.block_index[2] = (uint32_t)(linear / L.grid[0] / L.grid[1]);
  S.block_steps = S.block_began = S.steps;
  S.block_changes = block_changes();
  S.block_renewals = 0;
}

void block_enter(uint64_t linear) {
  note_block(linear);
  new_epoch();
  M.block_epoch = M.block_first_epoch = M.epoch;
  event_block_enter();
}

void block_go_on(uint64_t linear) {
  note_block(linear);
  M.block_epoch = ++M.epoch;
}

void block_place_threads(void) {
  struct block_state *state = S.state;
  if (memcmp(state->shape, L.block, sizeof state->shape) == 0) return;
  memcpy(state->shape, L.block, sizeof state->shape);
  for (uint32_t i = 0; i < L.n_threads; i++) {
    struct thread *t = &L.thread[i];
    t->x = i % L.block[0];
    t->y = i / L.block[0] % L.block[1];
    t->z = i / L.block[0] / L.block[1];
  }
}

void block_begin(uint64_t linear) {
  block_enter(linear);
  event_block_begin();
  M.logs++;
  for (uint32_t i = 0; i < L.n_threads; i++) {
    struct thread *t = &L.thread[i];
    t->state = READY;
    t->barrier_pc = t->alone_pc = 0;
    t->left = false;
    t->vain_atomics = 0;
    t->last_atomic = 0;
    t->touched = t->of_use = false;
    t->spins = 0;
    t->log_start = t->log_length = t->depth = 0;
  }
  block_place_threads();
  for (uint32_t w = 0; w < L.n_warps; w++) {
    L.warps[w].index = w;
    L.warps[w].blocks_run = 0;
    L.warps[w].done = L.warps[w].at_barrier = L.warps[w].at_grid = 0;
    L.warps[w].lanes = L.n_threads - w * WARP < WARP ? L.n_threads - w * WARP : WARP;
    L.warps[w].lane_permutation = L.adverse ? 1 + (uint32_t)(chance(w) % (WARP - 1)) : 0;
  }
}

// The threads that wait for the grid, or for their cluster, run on.
static void let_go(void) {
  for (struct warp *w = L.warps; w < L.warps + L.n_warps; w++) w->at_grid = 0;
  for (struct thread *t = L.thread; t < L.thread + L.n_threads; t++) {
    if (t->state != AT_GRID) continue;
    barrier_end_phase(t);
    t->touched = false;
    t->state = READY;
  }
}

void block_resume(uint64_t linear) {
  block_enter(linear);
  let_go();
}

void block_pass_cluster_barrier(uint64_t linear) {
  note_block(linear);
  new_epoch();
  M.block_epoch = M.epoch;
  let_go();
}
