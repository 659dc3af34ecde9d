// expect: inefficient 3_grid_stride global_bytes on emu
// fault: steps by one block instead of the grid, so that all blocks do the same work again.
#include "vecadd.h"
#define vecadd_3_grid_stride reference_vecadd_3_grid_stride
#include "../solution.cu"
#undef vecadd_3_grid_stride

__global__ void add_wrong(const float *a, const float *b, float *c, int64_t n) {
  for (int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x) c[i] = a[i] + b[i];
}

int vecadd_3_grid_stride(const float *a, const float *b, float *c, int64_t n, int blocks) {
  if (n == 0) return 0;
  add_wrong<<<blocks, BLOCK>>>(a, b, c, n);
  return cudaGetLastError();
}
