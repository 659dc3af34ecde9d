// expect: inefficient 2_boundary sectors_per_load on emu
// fault: neighbouring threads take elements a whole grid apart.
#include "vecadd.h"
#define vecadd_2_boundary reference_vecadd_2_boundary
#include "../solution.cu"
#undef vecadd_2_boundary

__global__ void add_wrong(const float *a, const float *b, float *c, int64_t n) {
  int64_t i = (int64_t)threadIdx.x * gridDim.x + blockIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

int vecadd_2_boundary(const float *a, const float *b, float *c, int64_t n) {
  if (n == 0) return 0;
  add_wrong<<<(unsigned)divide_up(n, BLOCK), BLOCK>>>(a, b, c, n);
  return cudaGetLastError();
}
