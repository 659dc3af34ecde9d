// expect: hazard 12_direction_optimising uninitialised-read on emu
// fault: nobody clears the bits of the frontier before they are set.
#include "spmv_bfs.h"
#define bfs_12_direction_optimising reference_12
#include "../solution.cu"
#undef bfs_12_direction_optimising

int bfs_12_direction_optimising(const struct bfs_graph *g, uint32_t source, uint32_t *scratch, int32_t *level,
                                int32_t *parent) {
  bfs_pieces p = bfs_cut(scratch, g->n);
  unsigned long long tail = 0;
  int64_t begin = 0, end = 1, edges_before = 0, last_size = 0;
  bool up = false;
  cudaError_t error = bfs_start(*g, source, p, level, parent);
  if (error == cudaSuccess) error = bfs_ask(&tail, &p.state->tail);

  for (int32_t depth = 0; error == cudaSuccess && begin < end; depth++) {
    int64_t size = end - begin, edges = (int64_t)(tail >> 32);
    bool was_up = up;
    if (up)
      up = size >= last_size || size >= g->n / BETA;
    else
      up = size > last_size && edges - edges_before > (g->m - edges) / ALPHA;
    if (up && !was_up) {
      bfs_12_bits_kernel<<<bfs_blocks(size), BFS_BLOCK>>>(p.queue, begin, end, p.front);
    }
    if (up) {
      bfs_12_bottom_up_kernel<<<bfs_blocks(g->n), BFS_BLOCK>>>(*g, depth, p.front, p.next, p.queue,
                                                               &p.state->tail, level, parent);
      uint32_t *front = p.front;
      p.front = p.next;
      p.next = front;
    } else {
      bfs_11_expand_kernel<true><<<bfs_blocks(size), BFS_BLOCK>>>(*g, depth, begin, end, BFS_BLOCK, p.queue,
                                                                  &p.state->tail, level, parent);
    }
    edges_before = edges;
    last_size = size;
    error = bfs_ask(&tail, &p.state->tail);
    begin = end;
    end = (uint32_t)tail;
  }
  return error;
}
