// expect: inefficient 6_fused_relu global_bytes on emu
// fault: x + 1 goes through memory between two kernels.
#include "vecadd.h"
#define vecadd_6_fused_relu reference_vecadd_6_fused_relu
#include "../solution.cu"
#undef vecadd_6_fused_relu

__global__ void add_one(const float *x, float *y, int64_t n) {
  int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i] + 1.0f;
}

__global__ void relu_wrong(const float *x, float *y, int64_t n) {
  int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && y[i] < 0.0f) y[i] = 0.0f;
}

int vecadd_6_fused_relu(const float *x, float *y, int64_t n) {
  if (n == 0) return 0;
  unsigned blocks = (unsigned)divide_up(n, BLOCK);
  add_one<<<blocks, BLOCK>>>(x, y, n);
  relu_wrong<<<blocks, BLOCK>>>(x, y, n);
  return cudaGetLastError();
}
