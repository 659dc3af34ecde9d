// expect: wrong 2_boundary
// fault: n / 256 blocks, rounded down: the last, partly filled block is missing.
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
  int64_t blocks = n / BLOCK;
  if (blocks == 0) blocks = 1;
  add_wrong<<<(unsigned)blocks, BLOCK>>>(a, b, c, n);
  return cudaGetLastError();
}
