// expect: hazard 3_grid_stride deadlock on emu
// fault: the loop never moves on to the next element.
#include "vecadd.h"
#define vecadd_3_grid_stride reference_vecadd_3_grid_stride
#include "../solution.cu"
#undef vecadd_3_grid_stride

__global__ void add_wrong(const float *a, const float *b, float *c, int64_t n) {
  int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  while (i < n) c[i] = a[i] + b[i];
}

int vecadd_3_grid_stride(const float *a, const float *b, float *c, int64_t n, int blocks) {
  if (n == 0) return 0;
  add_wrong<<<blocks, BLOCK>>>(a, b, c, n);
  return cudaGetLastError();
}
