// expect: inefficient 3_grid_stride blocks on emu
// fault: the loop is there, but the grid still grows with n.
#include "vecadd.h"
#define vecadd_3_grid_stride reference_vecadd_3_grid_stride
#include "../solution.cu"
#undef vecadd_3_grid_stride

__global__ void add_wrong(const float *a, const float *b, float *c, int64_t n) {
  int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  for (; i < n; i += (int64_t)gridDim.x * blockDim.x) c[i] = a[i] + b[i];
}

int vecadd_3_grid_stride(const float *a, const float *b, float *c, int64_t n, int blocks) {
  if (n == 0) return 0;
  (void)blocks;
  add_wrong<<<(unsigned)divide_up(n, BLOCK), BLOCK>>>(a, b, c, n);
  return cudaGetLastError();
}
