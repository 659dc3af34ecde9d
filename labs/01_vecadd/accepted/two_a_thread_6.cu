// expect: pass 6_fused_relu
// form: blocks of 512 threads, two elements a thread, a comparison that keeps NaN.
#include "vecadd.h"

__device__ static inline float relu(float x) {
  return x < 0.0f ? 0.0f : x;
}

__global__ static void fused(const float *x, float *y, int64_t n) {
  int64_t i = (int64_t)blockIdx.x * (2 * blockDim.x) + threadIdx.x;
  if (i < n) y[i] = relu(x[i] + 1.0f);
  i += blockDim.x;
  if (i < n) y[i] = relu(x[i] + 1.0f);
}

int vecadd_6_fused_relu(const float *x, float *y, int64_t n) {
  if (n == 0) return 0;
  fused<<<(unsigned)((n + 1023) / 1024), 512>>>(x, y, n);
  return cudaGetLastError();
}
