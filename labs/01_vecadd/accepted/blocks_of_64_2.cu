// expect: pass 2_boundary
// form: a template for the element's type, blocks of 64 threads.
#include "vecadd.h"

template <typename T> __global__ void add(const T *a, const T *b, T *c, int64_t n) {
  int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
  if (i < n) {
    T sum = a[i];
    sum += b[i];
    c[i] = sum;
  }
}

int vecadd_2_boundary(const float *a, const float *b, float *c, int64_t n) {
  if (n == 0) return cudaSuccess;
  add<float><<<(unsigned)((n + 63) >> 6), 64>>>(a, b, c, n);
  return (int)cudaPeekAtLastError();
}
