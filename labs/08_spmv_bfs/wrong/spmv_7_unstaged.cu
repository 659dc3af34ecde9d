// expect: inefficient 7_csr_merge global_load_sectors on emu
// fault: every thread walks over its share in global memory: neighbouring lanes read words that are 32
// apart.
#include "spmv_bfs.h"
#define spmv_7_csr_merge reference_7
#include "../solution.cu"
#undef spmv_7_csr_merge

__global__ void wrong_kernel(spmv_csr a, const float *x, float *y) {
  int64_t all = a.rows + a.nonzeros, step = 32 * spmv_thread(), end = step + 32 < all ? step + 32 : all;
  if (step >= all) return;
  int64_t low = step > a.nonzeros ? step - a.nonzeros : 0;
  int64_t row = rows_before<int64_t>(a.offset + 1, low, step < a.rows ? step : a.rows, step), k = step - row;
  int row_end = row < a.rows ? a.offset[row + 1] : 0;
  float sum = 0;
  bool whole = row < a.rows && a.offset[row] == k;
  for (; step < end; step++) {
    if (k < row_end) {
      sum += a.value[k] * x[a.column[k]]; // fault
      k++;
      continue;
    }
    if (sum != 0 || !whole) atomicAdd(&y[row], sum);
    row++;
    row_end = row < a.rows ? a.offset[row + 1] : 0;
    sum = 0;
    whole = true;
  }
  if (row < a.rows) atomicAdd(&y[row], sum);
}

int spmv_7_csr_merge(const struct spmv_csr *a, const float *x, const uint32_t *, uint32_t *, float *y) {
  int64_t all = a->rows + a->nonzeros;
  cudaMemsetAsync(y, 0, a->rows * sizeof *y);
  if (all > 0) wrong_kernel<<<spmv_blocks((all + 31) / 32), SPMV_BLOCK>>>(*a, x, y);
  return cudaGetLastError();
}
