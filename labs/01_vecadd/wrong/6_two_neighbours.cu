// expect: inefficient 6_fused_relu load_efficiency on emu
// fault: each thread takes two neighbouring elements: half of every sector loaded goes unused.
#include "vecadd.h"
#define vecadd_6_fused_relu reference_vecadd_6_fused_relu
#include "../solution.cu"
#undef vecadd_6_fused_relu

__global__ void relu_wrong(const float *x, float *y, int64_t n) {
  int64_t first = 2 * ((int64_t)blockIdx.x * blockDim.x + threadIdx.x);
  for (int64_t i = first; i < first + 2 && i < n; i++) {
    float t = x[i] + 1.0f;
    y[i] = t < 0.0f ? 0.0f : t;
  }
}

int vecadd_6_fused_relu(const float *x, float *y, int64_t n) {
  if (n == 0) return 0;
  relu_wrong<<<(unsigned)divide_up(n, 2 * BLOCK), BLOCK>>>(x, y, n);
  return cudaGetLastError();
}
