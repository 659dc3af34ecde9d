// expect: hazard 12_direction_optimising warp-sync-mask on emu
// fault: the last warp's lanes without a vertex do not come to the ballot that names all 32.
#include "spmv_bfs.h"
#define bfs_12_direction_optimising reference_12
#include "../solution.cu"
#undef bfs_12_direction_optimising

__global__ void ballot_in_branch(bfs_graph g, int32_t depth, const uint32_t *front, uint32_t *next,
                                 uint32_t *queue, unsigned long long *tail, int32_t *level, int32_t *parent) {
  __shared__ uint32_t s_base;
  int64_t v = bfs_thread();
  bool found = false;
  uint32_t word = 0;
  uint32_t degree = 0;
  if (v < g.n && level[v] == UNREACHED) {
    uint32_t first = g.row[v], last = g.row[v + 1];
    for (uint32_t e = first; e < last && !found; e++) {
      uint32_t u = g.to[e];
      if (!(front[u / 32] >> u % 32 & 1)) continue;
      level[v] = depth + 1;
      parent[v] = (int32_t)u;
      found = true;
      degree = last - first;
    }
  }
  if (v < g.n) word = __ballot_sync(0xffffffff, found);
  if (v < g.n && threadIdx.x % BFS_WARP == 0) next[v / 32] = word;

  uint32_t count, edges;
  uint32_t place = bfs_sum_before(found, &count);
  if (count == 0) return; // all threads or none
  bfs_sum_before(degree, &edges);
  if (threadIdx.x == 0) s_base = (uint32_t)atomicAdd(tail, (unsigned long long)edges << 32 | count);
  __syncthreads();
  if (found) queue[s_base + place] = (uint32_t)v;
}

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
      cudaMemsetAsync(p.front, 0, (g->n / 32 + 1) * sizeof *p.front);
      bfs_12_bits_kernel<<<bfs_blocks(size), BFS_BLOCK>>>(p.queue, begin, end, p.front);
    }
    if (up) {
      ballot_in_branch<<<bfs_blocks(g->n), BFS_BLOCK>>>(*g, depth, p.front, p.next, p.queue, &p.state->tail,
                                                        level, parent);
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
