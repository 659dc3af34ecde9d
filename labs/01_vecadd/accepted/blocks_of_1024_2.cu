// expect: pass 2_boundary
// form: blocks of 1024 threads and an early return.
#include "vecadd.h"

__global__ void add(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c,
                    size_t n) {
  const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  c[i] = a[i] + b[i];
}

int vecadd_2_boundary(const float *a, const float *b, float *c, int64_t n) {
  if (n > 0) add<<<dim3((unsigned)((n - 1) / 1024 + 1)), dim3(1024)>>>(a, b, c, (size_t)n);
  return cudaGetLastError();
}
