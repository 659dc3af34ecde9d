// expect: inefficient 2_boundary threads on emu
// fault: the grid is computed for blocks of 128, but they have 256 threads.
#include "vecadd.h"
#define vecadd_2_boundary reference_vecadd_2_boundary
#include "../solution.cu"
#undef vecadd_2_boundary

__global__ void add_wrong(const float *a, const float *b, float *c, int64_t n) {
  int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

int vecadd_2_boundary(const float *a, const float *b, float *c, int64_t n) {
  if (n == 0) return 0;
  add_wrong<<<(unsigned)divide_up(n, 128), BLOCK>>>(a, b, c, n);
  return cudaGetLastError();
}
