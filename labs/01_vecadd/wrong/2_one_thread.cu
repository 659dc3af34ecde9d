// expect: inefficient 2_boundary simt_efficiency on emu
// fault: one thread adds everything; the others of the GPU have nothing to do.
#include "vecadd.h"
#define vecadd_2_boundary reference_vecadd_2_boundary
#include "../solution.cu"
#undef vecadd_2_boundary

__global__ void add_alone(const float *a, const float *b, float *c, int64_t n) {
  for (int64_t i = 0; i < n; i++) c[i] = a[i] + b[i];
}

int vecadd_2_boundary(const float *a, const float *b, float *c, int64_t n) {
  if (n) add_alone<<<1, 1>>>(a, b, c, n);
  return cudaGetLastError();
}
