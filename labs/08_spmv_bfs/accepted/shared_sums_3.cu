// expect: pass 3_csr_vector
// form: Bell and Garland's vector kernel: a warp's sums meet in shared memory.
#include "spmv_bfs.h"
#include <cuda_runtime.h>

enum { THREADS = 128 };

__global__ void spmv_csr_vector(spmv_csr csr, const float *x, float *y) {
  __shared__ float sums[THREADS];
  int64_t row = ((int64_t)blockIdx.x * THREADS + threadIdx.x) / 32;
  int lane = threadIdx.x & 31;
  if (row >= csr.rows) return;

  int begin = csr.offset[row], end = csr.offset[row + 1];
  float sum = 0;
  for (int k = begin + lane; k < end; k += 32) sum += csr.value[k] * x[csr.column[k]];
  sums[threadIdx.x] = sum;
  __syncwarp();
  for (int d = 16; d > 0; d /= 2) {
    if (lane < d) sums[threadIdx.x] += sums[threadIdx.x + d];
    __syncwarp();
  }
  if (lane == 0) y[row] = sums[threadIdx.x];
}

int spmv_3_csr_vector(const struct spmv_csr *a, const float *x, float *y) {
  if (a->rows > 0) spmv_csr_vector<<<(unsigned)((32 * a->rows + THREADS - 1) / THREADS), THREADS>>>(*a, x, y);
  return cudaGetLastError();
}
