// expect: inefficient 3_grid_stride sectors_per_load on emu
// fault: each thread adds a run of neighbouring elements, so a warp loads from 32 distant places.
#include "vecadd.h"
#define vecadd_3_grid_stride reference_vecadd_3_grid_stride
#include "../solution.cu"
#undef vecadd_3_grid_stride

__global__ void add_wrong(const float *a, const float *b, float *c, int64_t n) {
  int64_t threads = (int64_t)gridDim.x * blockDim.x, chunk = (n + threads - 1) / threads;
  int64_t first = ((int64_t)blockIdx.x * blockDim.x + threadIdx.x) * chunk;
  for (int64_t i = first; i < first + chunk && i < n; i++) c[i] = a[i] + b[i];
}

int vecadd_3_grid_stride(const float *a, const float *b, float *c, int64_t n, int blocks) {
  if (n == 0) return 0;
  add_wrong<<<blocks, BLOCK>>>(a, b, c, n);
  return cudaGetLastError();
}
