// expect: inefficient 3_csr_vector busiest_block_share on emu
// fault: one block has all rows, a warp each.
#include "spmv_bfs.h"

static __global__ void alone(spmv_csr a, const float *x, float *y) {
  int lane = threadIdx.x % 32;
  for (int64_t r = threadIdx.x / 32; r < a.rows; r += blockDim.x / 32) {
    float sum = 0;
    for (int32_t i = a.offset[r] + lane; i < a.offset[r + 1]; i += 32) sum += a.value[i] * x[a.column[i]];
    for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffff, sum, d);
    if (lane == 0) y[r] = sum;
  }
}

int spmv_3_csr_vector(const struct spmv_csr *a, const float *x, float *y) {
  if (a->rows > 0) alone<<<1, 1024>>>(*a, x, y); // fault
  return cudaGetLastError();
}
