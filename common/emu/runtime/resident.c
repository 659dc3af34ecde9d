// Several blocks on the device at once.
//
// In a cooperative launch these are all its blocks, and grid.sync() makes them wait for each other. Each has a block state of its
// own. It runs until its threads wait at the grid barrier, or all poll for what another block has yet to store; then its
// shared memory and what the checks remember of it are put aside, and the next block runs. Blocks that poll go on in turn.
// When every block waits at the grid barrier, all go on.
//
// In an ordinary launch a block runs to its end, unless all its threads poll for what another block has yet to store. Then
// it is put aside likewise, and others begin, as many as the device holds; when no more can, those put aside go on in
// turn. If none of them gets any further, they wait for blocks that are not on the device, or for nobody.
#include "runtime/resident.h"
#include "check/events.h"
#include "check/hazard.h"
#include "runtime/block.h"
#include "runtime/fiber.h"
#include "runtime/parked_blocks.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void emu_grid_sync(void *return_address) {
  need_kernel_at("a grid barrier", return_address);
  struct thread *t = M.self;
  t->barrier_pc = (uint32_t)(uintptr_t)return_address;
  if (!L.cooperative) {
    hazard(EMU_HAZARD_BARRIER, site_self(t->barrier_pc), NULL,
           "launch the kernel with cudaLaunchCooperativeKernel, so that all its blocks are on the device at "
           "once",
           "waits for the whole grid in a launch that is not cooperative");
    L.error = cudaErrorLaunchFailure;
    fiber_abort();
  }
  fiber_yield(AT_GRID);
}

// ---- blocks that poll for what others store ----

static uint64_t headway(void) {
  return block_changes() + M.counters->v[EMU_barriers];
}

// ---- cooperative launches ----

// The block has run as far as it can.
static void stop(struct parked *p) {
  p->polls = S.waits && !L.aborted;
  p->waits = !S.waits && block_waits_for_grid();
  if (p->polls)
    parked_leave(p);
  else if (p->waits && !L.aborted)
    parked_put_aside(p);
}

// Lets the blocks that poll go on in turn, until all are done or wait at the grid barrier.
static void answer_polls(uint64_t blocks) {
  for (uint64_t idle = 0; !L.aborted;) {
    uint64_t polling = 0, left = 0, before = headway();
    for (uint64_t i = 0; i < blocks; i++) polling += parked[i]->polls;
    if (!polling) return;
    for (uint64_t i = 0; i < blocks && !L.aborted; i++) {
      if (!parked[i]->polls) continue;
      L.may_wait = polling > 1 && idle < IDLE_ROUNDS; // else the first of them is told of
      S.hopeless = idle >= IDLE_ROUNDS;
      parked_go_on(parked[i]);
      block_run();
      S.hopeless = false;
      stop(parked[i]);
      left += parked[i]->polls;
      if (!L.may_wait) break;
    }
    idle = left < polling || headway() != before ? 0 : idle + 1;
  }
}

// Some blocks have ended, others wait for them for ever.
static void report_missing(uint64_t blocks, uint64_t waiting) {
  for (uint64_t i = 0; i < blocks; i++) {
    if (!parked[i]->waits) continue;
    M.self = parked[i]->state.thread;
    hazard(EMU_HAZARD_BARRIER, (struct access_site){M.self->barrier_pc, parked[i]->linear, 0}, NULL,
           "every block of the grid must reach the same grid barrier",
           "%llu of the grid's %llu blocks never reach this grid barrier",
           (unsigned long long)(blocks - waiting), (unsigned long long)blocks);
    M.self = NULL;
    return;
  }
}

void resident_run(uint64_t blocks, uint64_t (*nth)(uint64_t i)) {
  parked_room(blocks);
  uint16_t newest = M.block_stamp;
  for (uint64_t i = 0; i < blocks && !L.aborted; i++) {
    fibers_prepare(&parked[i]->state, L.n_threads);
    parked[i]->linear = nth(i);
    M.block_stamp = newest;
    block_begin(parked[i]->linear);
    newest = M.block_stamp;
    L.may_wait = blocks > 1;
    block_run();
    stop(parked[i]);
  }
  for (;;) {
    uint64_t waiting = 0;
    answer_polls(blocks);
    for (uint64_t i = 0; i < blocks && !L.aborted; i++) waiting += parked[i]->waits;
    if (L.aborted || waiting == 0) break;
    if (waiting < blocks) report_missing(blocks, waiting);
    // The grid barrier orders everything before it, as the end of a launch does.
    M.launch_epoch = M.epoch + 1;
    event_grid_barrier();
    for (uint64_t i = 0; i < blocks && !L.aborted; i++) {
      if (!parked[i]->waits) continue;
      parked_take_up(parked[i]);
      L.may_wait = blocks > 1;
      block_run();
      stop(parked[i]);
    }
  }
  L.may_wait = false;
  if (L.aborted) parked_drop();
  M.block_stamp = newest;
}

// ---- ordinary launches ----

// The block that has ended leaves parked[0, *waiting); its room stays, for the next one.
static void take_out(uint64_t i, uint64_t *waiting) {
  struct parked *ended = parked[i];
  parked[i] = parked[--*waiting];
  parked[*waiting] = ended;
}

// Runs the waiting blocks in turn, parked[0, waiting). Returns how many wait still.
static uint64_t take_turns(uint64_t waiting, bool more) {
  for (uint64_t i = 0; i < waiting && !L.aborted;) {
    struct parked *p = parked[i];
    L.may_wait = more || waiting > 1;
    parked_go_on(p);
    block_run();
    if (L.aborted) break;
    if (S.waits) {
      parked_leave(p);
      i++;
      continue;
    }
    take_out(i, &waiting);
  }
  return waiting;
}

void turns_run(uint64_t blocks, uint64_t (*nth)(uint64_t i)) {
  uint64_t waiting = 0, idle = 0;
  uint16_t newest = M.block_stamp;
  L.blocks_begun = S.moves = 0;
  while (!L.aborted && (L.blocks_begun < blocks || waiting)) {
    if (L.blocks_begun < blocks && waiting < L.resident) {
      parked_room(waiting + 1);
      struct parked *p = parked[waiting];
      fibers_prepare(&p->state, L.n_threads);
      L.blocks_begun++;
      event_block_next();
      M.block_stamp = newest;
      block_begin(p->linear = nth(L.blocks_begun - 1));
      newest = M.block_stamp;
      L.may_wait = waiting || (L.blocks_begun < blocks && L.resident > 1);
      block_run();
      if (!S.waits || L.aborted) continue;
      parked_leave(p);
      waiting++;
      idle = 0;
      continue;
    }
    uint64_t before = headway(), left = take_turns(waiting, L.blocks_begun < blocks);
    idle = left < waiting || headway() != before ? 0 : idle + 1;
    waiting = left;
    if (idle < IDLE_ROUNDS || L.aborted) continue;
    L.may_wait = false; // the first of them is told of
    S.hopeless = true;
    parked_go_on(parked[0]);
    block_run();
    S.hopeless = false;
    if (!L.aborted) take_out(0, &waiting);
  }
  L.may_wait = false;
  if (L.aborted) parked_drop();
  M.block_stamp = newest;
}
