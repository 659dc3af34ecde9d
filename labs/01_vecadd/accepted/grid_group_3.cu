// expect: pass 3_grid_stride
// form: cooperative groups say which thread of the grid this is; blocks of 64.
#include "vecadd.h"
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void vadd(const float *a, const float *b, float *c, int64_t n) {
  cg::grid_group g = cg::this_grid();
  for (unsigned long long i = g.thread_rank(); i < (unsigned long long)n; i += g.size()) c[i] = a[i] + b[i];
}

int vecadd_3_grid_stride(const float *a, const float *b, float *c, int64_t n, int blocks) {
  if (n == 0) return 0;
  vadd<<<blocks, 64>>>(a, b, c, n);
  return cudaPeekAtLastError();
}
