// expect: pass 5_jds
// form: a grid of 32 blocks, whatever the number of rows; a device function with a callback takes each nonzero of a row.
#include "spmv_bfs.h"
#include <cuda_runtime.h>

template <typename F> __device__ void each_nonzero(const spmv_jds &a, int64_t i, F f) {
  for (int64_t j = 0; j < a.width; j++) {
    int64_t k = a.start[j] + i;
    if (k >= a.start[j + 1]) break;
    f(a.column[k], a.value[k]);
  }
}
__global__ void rows(spmv_jds a, const float *x, float *y) {
  for (int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x; i < a.rows;
       i += (int64_t)gridDim.x * blockDim.x) {
    float sum = 0;
    each_nonzero(a, i, [&](int c, float v) { sum += v * x[c]; });
    y[a.permutation[i]] = sum;
  }
}
int spmv_5_jds(const struct spmv_jds *a, const float *x, float *y) {
  if (a->rows) rows<<<32, 256>>>(*a, x, y);
  return cudaGetLastError();
}
