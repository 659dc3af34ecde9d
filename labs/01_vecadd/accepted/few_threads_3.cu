// expect: pass 3_grid_stride
// form: blocks of 64 threads, no more of them than elements ask for; the loop takes four rounds at once.
#include "vecadd.h"

__global__ static void add(const float *a, const float *b, float *c, int64_t n) {
  const int64_t step = (int64_t)gridDim.x * blockDim.x;
  int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  for (; i + 3 * step < n; i += 4 * step) {
#pragma unroll
    for (int j = 0; j < 4; j++) c[i + j * step] = a[i + j * step] + b[i + j * step];
  }
  while (i < n) c[i] = a[i] + b[i], i += step;
}

int vecadd_3_grid_stride(const float *a, const float *b, float *c, int64_t n, int blocks) {
  if (n == 0) return 0;
  int64_t enough = (n + 63) / 64;
  add<<<(unsigned)(enough < blocks ? enough : blocks), 64>>>(a, b, c, n);
  return cudaGetLastError();
}
