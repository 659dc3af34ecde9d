// expect: pass 3_grid_stride
// form: from the end to the beginning, by pointers, unrolled four times.
#include "vecadd.h"
#include <cuda_runtime.h>

__global__ void down(const float *a, const float *b, float *c, int64_t n) {
  const int64_t all = (int64_t)gridDim.x * blockDim.x;
  int64_t left = n - 1 - ((int64_t)blockIdx.x * blockDim.x + threadIdx.x);
#pragma unroll 4
  while (left >= 0) {
    *(c + left) = *(a + left) + *(b + left);
    left -= all;
  }
}

int vecadd_3_grid_stride(const float *a, const float *b, float *c, int64_t n, int blocks) {
  if (n > 0) down<<<blocks, 512>>>(a, b, c, n);
  return cudaGetLastError();
}
