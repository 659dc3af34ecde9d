// Cooperative launches: all blocks are on the device at once, and grid.sync() makes them wait for each other.
//
// Each block has a room of its own. A block runs until its threads wait at the grid barrier; then its shared
// memory and what the checks remember of it are put aside, and the next block runs. When every block waits,
// all go on.
#include "machine.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct parked {
  struct room room;
  uint64_t linear;
  uint16_t stamp;
  bool waits; // at the grid barrier; else the block is done
  char *shared, *dynamic;
  struct cell *shared_cells, *dynamic_cells;
};

static struct parked **parked; // kept from launch to launch, for their stacks
static uint64_t n_parked;

void emu_grid_sync(void *return_address) {
  need_kernel_at("a grid barrier", return_address);
  struct thread *t = M.self;
  t->barrier_pc = (uint32_t)(uintptr_t)return_address;
  if (!M.cooperative) {
    hazard(EMU_HAZARD_BARRIER, party_self(t->barrier_pc), NULL,
           "launch the kernel with cudaLaunchCooperativeKernel, so that all its blocks are on the device at "
           "once",
           "waits for the whole grid in a launch that is not cooperative");
    M.error = 719; // cudaErrorLaunchFailure
    fiber_abort();
  }
  fiber_yield(AT_GRID);
}

static size_t cells_of(uint64_t bytes) {
  return FAST ? 0 : (bytes + 7) / 4 * sizeof(struct cell);
}

static void *moved(void *to, const void *from, size_t bytes) {
  if (!to && !(to = malloc(bytes ? bytes : 1))) {
    fprintf(stderr, "emu: out of memory for the blocks of a cooperative launch\n");
    exit(99);
  }
  return memcpy(to, from, bytes);
}

static void put_aside(struct parked *p) {
  p->stamp = M.block_stamp;
  p->shared = moved(p->shared, (void *)M.shared_base, M.shared_size);
  p->shared_cells = moved(p->shared_cells, M.shared_cells, cells_of(M.shared_size));
  free(p->dynamic), p->dynamic = NULL; // its size may differ from the last launch's
  free(p->dynamic_cells), p->dynamic_cells = NULL;
  p->dynamic = moved(NULL, (void *)M.dynamic_base, M.dynamic_size);
  p->dynamic_cells = moved(NULL, M.dynamic_cells, cells_of(M.dynamic_size));
}

static void take_up(struct parked *p) {
  fibers_prepare(&p->room, M.n_threads);
  block_resume(p->linear);
  M.block_stamp = p->stamp;
  memcpy((void *)M.shared_base, p->shared, M.shared_size);
  memcpy(M.shared_cells, p->shared_cells, cells_of(M.shared_size));
  memcpy((void *)M.dynamic_base, p->dynamic, M.dynamic_size);
  memcpy(M.dynamic_cells, p->dynamic_cells, cells_of(M.dynamic_size));
}

static void run(struct parked *p) {
  block_run();
  p->waits = block_waits_for_grid();
  if (p->waits && !M.aborted) put_aside(p);
}

// Some blocks have ended, others wait for them for ever.
static void report_missing(uint64_t blocks, uint64_t waiting) {
  for (uint64_t i = 0; i < blocks; i++) {
    if (!parked[i]->waits) continue;
    M.self = parked[i]->room.thread;
    hazard(EMU_HAZARD_BARRIER, (struct party){M.self->barrier_pc, parked[i]->linear, 0}, NULL,
           "every block of the grid must reach the same grid barrier",
           "%llu of the grid's %llu blocks never reach this grid barrier",
           (unsigned long long)(blocks - waiting), (unsigned long long)blocks);
    M.self = NULL;
    return;
  }
}

void resident_run(uint64_t blocks, uint64_t (*nth)(uint64_t i)) {
  if (blocks > n_parked) {
    parked = realloc(parked, blocks * sizeof *parked);
    if (!parked) abort();
    for (; n_parked < blocks; n_parked++)
      if (!(parked[n_parked] = calloc(1, sizeof **parked))) abort();
  }
  uint16_t newest = M.block_stamp;
  for (uint64_t i = 0; i < blocks && !M.aborted; i++) {
    fibers_prepare(&parked[i]->room, M.n_threads);
    parked[i]->linear = nth(i);
    M.block_stamp = newest;
    block_begin(parked[i]->linear);
    newest = M.block_stamp;
    run(parked[i]);
  }
  for (;;) {
    uint64_t waiting = 0;
    for (uint64_t i = 0; i < blocks && !M.aborted; i++) waiting += parked[i]->waits;
    if (M.aborted || waiting == 0) break;
    if (waiting < blocks) report_missing(blocks, waiting);
    // The grid barrier orders everything before it, as the end of a launch does.
    M.launch_era = M.era + 1;
    order_launch_begin();
    for (uint64_t i = 0; i < blocks && !M.aborted; i++) {
      if (!parked[i]->waits) continue;
      take_up(parked[i]);
      run(parked[i]);
    }
  }
  if (M.aborted) // their fibers stand in the middle of a kernel
    for (uint64_t i = 0; i < blocks; i++) parked[i]->room.prepared = 0;
  M.block_stamp = newest;
}
