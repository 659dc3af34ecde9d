// expect: pass 7_csr_merge global_load_sectors on emu
// form: nothing is staged: each thread searches where its 16 steps begin and walks them in global memory.
#include "spmv_bfs.h"
#include <cuda_runtime.h>

enum { STEPS = 16, THREADS = 128 };

__global__ void clear(float *y, int64_t rows) {
  int64_t r = (int64_t)blockIdx.x * THREADS + threadIdx.x;
  if (r < rows) y[r] = 0;
}

// A row that lies in one share is stored; of a row that shares divide, each adds its part.
__global__ void walk(spmv_csr a, const float *x, float *y) {
  const int32_t *end = a.offset + 1;
  int64_t all = a.rows + a.nonzeros, step = STEPS * ((int64_t)blockIdx.x * THREADS + threadIdx.x);
  if (step >= all) return;
  int64_t low = step > a.nonzeros ? step - a.nonzeros : 0, high = step < a.rows ? step : a.rows;
  while (low < high) {
    int64_t r = (low + high) / 2;
    if (end[r] + r < step)
      low = r + 1;
    else
      high = r;
  }
  int64_t row = low, k = step - row, last = step + STEPS < all ? step + STEPS : all;
  int row_end = row < a.rows ? end[row] : 0;
  bool cut = row < a.rows && a.offset[row] < k;
  float sum = 0;
  for (; step < last; step++) {
    if (k < row_end) {
      sum += a.value[k] * x[a.column[k]];
      k++;
      continue;
    }
    if (cut)
      atomicAdd(&y[row], sum);
    else
      y[row] = sum;
    cut = false;
    sum = 0;
    row++;
    row_end = row < a.rows ? end[row] : 0;
  }
  if (sum != 0) atomicAdd(&y[row], sum);
}

int spmv_7_csr_merge_plan(const struct spmv_csr *, uint32_t *) {
  return 0;
}

int spmv_7_csr_merge(const struct spmv_csr *a, const float *x, const uint32_t *, uint32_t *, float *y) {
  int64_t threads = (a->rows + a->nonzeros + STEPS - 1) / STEPS;
  if (a->rows == 0) return 0;
  clear<<<(unsigned)((a->rows + THREADS - 1) / THREADS), THREADS>>>(y, a->rows);
  walk<<<(unsigned)((threads + THREADS - 1) / THREADS), THREADS>>>(*a, x, y);
  return cudaGetLastError();
}
