// Ranks and lane arithmetic for cooperative groups.
#include "check/hazard.h"
#include "include/emu_warp_ops.h"
#include "kernel/cluster_calls.h"
#include <stdio.h>
#include <stdlib.h>

unsigned emu_lane(void) {
  need_kernel("a cooperative group");
  return M.lane;
}
unsigned emu_thread_rank(void) {
  need_kernel("a cooperative group");
  return M.tid;
}
unsigned emu_block_threads(void) {
  need_kernel("a cooperative group");
  return L.n_threads;
}
unsigned long long emu_block_rank(void) {
  need_kernel("a cooperative group");
  return L.block_linear;
}
unsigned long long emu_grid_blocks(void) {
  need_kernel("a cooperative group");
  return (unsigned long long)L.grid[0] * L.grid[1] * L.grid[2];
}
bool emu_grid_is_cooperative(void) {
  return L.cooperative;
}

unsigned emu_lane_rank(unsigned mask) {
  return (unsigned)__builtin_popcount(mask & ((1u << emu_lane()) - 1));
}

enum { BLOCK, LANES, GRID, CLUSTER };

unsigned long long emu_group_size(unsigned kind, unsigned mask) {
  return kind == LANES     ? (unsigned long long)__builtin_popcount(mask)
         : kind == BLOCK   ? emu_block_threads()
         : kind == CLUSTER ? (unsigned long long)emu_cluster_blocks() * emu_block_threads()
                           : emu_grid_blocks() * emu_block_threads();
}
unsigned long long emu_group_rank(unsigned kind, unsigned mask) {
  return kind == LANES     ? emu_lane_rank(mask)
         : kind == BLOCK   ? emu_thread_rank()
         : kind == CLUSTER ? (unsigned long long)emu_cluster_rank() * emu_block_threads() + emu_thread_rank()
                           : emu_block_rank() * emu_block_threads() + emu_thread_rank();
}

static unsigned nth_lane(unsigned mask, unsigned n) {
  while (n-- && mask) mask &= mask - 1;
  return mask ? (unsigned)__builtin_ctz(mask) : WARP;
}

unsigned emu_lane_of(unsigned mask, int op, unsigned rank_or_delta) {
  unsigned rank = emu_lane_rank(mask), size = (unsigned)__builtin_popcount(mask);
  if (op == EMU_OP_SHFL_UP)
    rank = rank_or_delta <= rank ? rank - rank_or_delta : rank;
  else if (op == EMU_OP_SHFL_DOWN)
    rank = rank + rank_or_delta < size ? rank + rank_or_delta : rank;
  else
    rank = rank_or_delta % (size ? size : 1);
  return nth_lane(mask, rank);
}

unsigned emu_by_rank(unsigned mask, unsigned lanes) {
  unsigned r = 0;
  for (unsigned rank = 0; mask; rank++, mask &= mask - 1) r |= (lanes >> __builtin_ctz(mask) & 1u) << rank;
  return r;
}

unsigned emu_tile_mask(unsigned mask, unsigned n) {
  if (n == 0 || n > WARP || n & (n - 1)) {
    fprintf(stderr, "emu: tiled_partition into tiles of %u threads: the size is a power of two up to 32\n",
            n);
    exit(86);
  }
  unsigned first = emu_lane_rank(mask) & ~(n - 1), tile = 0;
  for (unsigned rank = first; rank < first + n; rank++) {
    unsigned lane = nth_lane(mask, rank);
    if (lane < WARP) tile |= 1u << lane;
  }
  return tile;
}
