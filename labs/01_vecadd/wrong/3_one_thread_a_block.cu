// expect: inefficient 3_grid_stride simt_efficiency on emu
// fault: blocks of one thread: the loop steps by the whole grid, yet 31 lanes of each warp are missing.
#include "vecadd.h"
#define vecadd_3_grid_stride reference_vecadd_3_grid_stride
#include "../solution.cu"
#undef vecadd_3_grid_stride

__global__ void add_narrow(const float *a, const float *b, float *c, int64_t n) {
  for (int64_t i = blockIdx.x; i < n; i += gridDim.x) c[i] = a[i] + b[i];
}

int vecadd_3_grid_stride(const float *a, const float *b, float *c, int64_t n, int blocks) {
  if (n) add_narrow<<<blocks, 1>>>(a, b, c, n);
  return cudaGetLastError();
}
