// expect: pass 11_privatised_frontier
// form: PMPP, 4th edition, section 15.6: who finds the shared queue full sets its length back, by an atomic, and uses the global one.
#include "spmv_bfs.h"
#include <cuda_runtime.h>
#define LOCAL 1024
__global__ void init(int32_t *level, int32_t *parent, int64_t n, uint32_t s, uint32_t *q, uint32_t *count) {
  int64_t v = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
  if (v < n) {
    level[v] = v == s ? 0 : -1;
    parent[v] = v == s ? (int32_t)s : -1;
  }
  if (v == 0) q[0] = s;
}
__global__ void expand(bfs_graph g, const uint32_t *prev, unsigned nprev, uint32_t *curr, unsigned *ncurr,
                       int32_t *level, int32_t *parent, int depth) {
  __shared__ uint32_t currFrontier_s[LOCAL];
  __shared__ unsigned numCurr_s, start;
  if (threadIdx.x == 0) numCurr_s = 0;
  __syncthreads();
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < nprev) {
    const uint32_t v = prev[i], end = g.row[v + 1];
    for (uint32_t e = g.row[v]; e < end; e++) {
      const uint32_t w = g.to[e];
      if (atomicCAS(&level[w], -1, depth) == -1) {
        parent[w] = v;
        const unsigned at = atomicAdd(&numCurr_s, 1);
        if (at < LOCAL)
          currFrontier_s[at] = w;
        else {
          atomicExch(&numCurr_s, LOCAL);
          curr[atomicAdd(ncurr, 1)] = w;
        }
      }
    }
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    if (numCurr_s > LOCAL) numCurr_s = LOCAL;
    start = numCurr_s ? atomicAdd(ncurr, numCurr_s) : 0;
  }
  __syncthreads();
  for (unsigned k = threadIdx.x; k < numCurr_s; k += blockDim.x) curr[start + k] = currFrontier_s[k];
}
int bfs_11_privatised_frontier(const struct bfs_graph *g, uint32_t source, uint32_t *scratch, int32_t *level,
                               int32_t *parent) {
  uint32_t *count = scratch, *q[2] = {scratch + 64, scratch + 64 + g->n};
  init<<<(unsigned)((g->n + 255) / 256), 256>>>(level, parent, g->n, source, q[0], count);
  unsigned n = 1;
  for (int depth = 1; n > 0; depth++) {
    cudaMemsetAsync(count, 0, 4);
    expand<<<(n + 511) / 512, 512>>>(*g, q[0], n, q[1], count, level, parent, depth);
    if (cudaError_t e = cudaMemcpy(&n, count, 4, cudaMemcpyDeviceToHost)) return e;
    uint32_t *t = q[0];
    q[0] = q[1];
    q[1] = t;
  }
  return 0;
}
