// expect: pass 3_grid_stride
// form: each block has a run of neighbours and walks along it, its threads side by side.
#include "vecadd.h"

__global__ static void add(const float *a, const float *b, float *c, int64_t n) {
  int64_t share = (n + gridDim.x - 1) / gridDim.x;
  share = (share + 31) / 32 * 32; // whole sectors
  int64_t begin = blockIdx.x * share, end = min(begin + share, n);
  for (int64_t i = begin + threadIdx.x; i < end; i += blockDim.x) c[i] = a[i] + b[i];
}

int vecadd_3_grid_stride(const float *a, const float *b, float *c, int64_t n, int blocks) {
  if (n) add<<<blocks, 512>>>(a, b, c, n);
  return cudaGetLastError();
}
