// All three tasks, done.
#include "toy.h"
#include <cuda_runtime.h>

__global__ void scale(const float *x, int64_t n, float *y, float factor) {
  int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = factor * x[i];
}

static int run(const float *x, int64_t n, float *y, float factor) {
  if (n == 0) return 0;
  scale<<<(unsigned)((n + 255) / 256), 256>>>(x, n, y, factor);
  return cudaGetLastError();
}

int toy_1_double(const float *x, int64_t n, float *y) {
  return run(x, n, y, 2);
}
int toy_2_triple(const float *x, int64_t n, float *y) {
  return run(x, n, y, 3);
}
int toy_3_negate(const float *x, int64_t n, float *y) {
  return run(x, n, y, -1);
}
