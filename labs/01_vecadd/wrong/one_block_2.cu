// expect: inefficient 2_boundary busiest_block_share on emu
// fault: one block does the work of the whole grid, and all other multiprocessors stand by.
#include "vecadd.h"
__global__ void add(const float *a, const float *b, float *c, int64_t n) {
  for (int64_t i = threadIdx.x; i < n; i += 1024) c[i] = a[i] + b[i];
}
int vecadd_2_boundary(const float *a, const float *b, float *c, int64_t n) {
  if (n) add<<<1, 1024>>>(a, b, c, n); // fault
  return cudaGetLastError();
}
