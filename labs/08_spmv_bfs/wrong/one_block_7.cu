// expect: inefficient 7_csr_merge busiest_block_share on emu
// fault: the first block of many has all rows.
#include "spmv_bfs.h"

static __global__ void alone(spmv_csr a, const float *x, float *y) {
  if (blockIdx.x > 0) return; // fault
  for (int64_t r = threadIdx.x; r < a.rows; r += blockDim.x) {
    float sum = 0;
    for (int32_t i = a.offset[r]; i < a.offset[r + 1]; i++) sum += a.value[i] * x[a.column[i]];
    y[r] = sum;
  }
}

int spmv_7_csr_merge_plan(const struct spmv_csr *, uint32_t *) {
  return 0;
}

int spmv_7_csr_merge(const struct spmv_csr *a, const float *x, const uint32_t *, uint32_t *, float *y) {
  if (a->rows > 0) alone<<<(unsigned)((a->rows + a->nonzeros) / 4096 + 1), 256>>>(*a, x, y);
  return cudaGetLastError();
}
