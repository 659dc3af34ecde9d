// expect: pass 10_frontier
// form: atomicMin claims, a warp's active lanes make room together, two queues change places.
#include "spmv_bfs.h"
#include <cuda_runtime.h>
__global__ void begin(int64_t n, uint32_t s, int32_t *level, uint32_t *count, uint32_t *queue) {
  for (int64_t v = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; v < n;
       v += (int64_t)gridDim.x * blockDim.x)
    level[v] = v == s ? 0 : -1;
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    count[0] = 0;
    count[1] = 0;
    queue[0] = s;
  }
}
__global__ void expand(bfs_graph g, int32_t d, const uint32_t *now, uint32_t size, uint32_t *next,
                       uint32_t *count, int32_t *level) {
  uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= size) return;
  uint32_t v = now[i];
  for (uint32_t e = g.row[v], end = g.row[v + 1]; e != end; e++) {
    uint32_t u = g.to[e];
    if (*(volatile int32_t *)&level[u] >= 0) continue;
    if (atomicMin((unsigned *)&level[u], (unsigned)(d + 1)) == 0xffffffffu) {
      unsigned on = __activemask(), lane = threadIdx.x & 31, lead = __ffs(on) - 1, base = 0;
      if (lane == lead) base = atomicAdd(count, (unsigned)__popc(on));
      base = __shfl_sync(on, base, lead);
      next[base + __popc(on & ((1u << lane) - 1))] = u;
    }
  }
}
int bfs_10_frontier(const struct bfs_graph *g, uint32_t s, uint32_t *scratch, int32_t *level) {
  uint32_t *count = scratch, *a = scratch + 64, *b = a + g->n, size = 1;
  begin<<<64, 256>>>(g->n, s, level, count, a);
  for (int d = 0; size > 0; d++) {
    if (d) cudaMemset(count, 0, 4);
    expand<<<(size + 127) / 128, 128>>>(*g, d, a, size, b, count, level);
    cudaMemcpy(&size, count, 4, cudaMemcpyDeviceToHost);
    uint32_t *t = a;
    a = b;
    b = t;
  }
  return cudaGetLastError();
}
