// expect: pass 7_csr_merge on emu
// form: no plan: each block finds its two ends. A thread walks its steps, and adds to the tile's sums by shared atomics.
#include "spmv_bfs.h"
#include <cuda_runtime.h>

enum { THREADS = 256, STEPS = 7, TILE = THREADS * STEPS };

// How many of the first `step` steps of the merge are row ends.
static __device__ int64_t ends_before(int64_t step, const int32_t *end, int64_t rows, int64_t nonzeros) {
  int64_t low = step > nonzeros ? step - nonzeros : 0, high = step < rows ? step : rows;
  while (low < high) {
    int64_t r = (low + high) / 2;
    if (end[r] + r < step)
      low = r + 1;
    else
      high = r;
  }
  return low;
}

// y is 0 before. The first and the last row of a tile may have more nonzeros in other tiles.
__global__ void merge_path_kernel(spmv_csr a, const float *x, float *y) {
  __shared__ float product[TILE], sum[TILE + 1];
  __shared__ int32_t end[TILE];
  __shared__ int64_t row_at[2];
  int t = threadIdx.x;
  int64_t begin = (int64_t)blockIdx.x * TILE, all = a.rows + a.nonzeros,
          last = begin + TILE < all ? begin + TILE : all;
  const int32_t *row_end = a.offset + 1;
  if (t < 64 && t % 32 == 0) row_at[t / 32] = ends_before(t ? last : begin, row_end, a.rows, a.nonzeros);
  __syncthreads();
  int64_t row = row_at[0], nonzero = begin - row;
  int rows = (int)(row_at[1] - row), nonzeros = (int)(last - begin) - rows;
  for (int k = t; k < nonzeros; k += THREADS) product[k] = a.value[nonzero + k] * x[a.column[nonzero + k]];
  for (int r = t; r < rows; r += THREADS) end[r] = (int32_t)(row_end[row + r] - nonzero);
  for (int r = t; r <= rows; r += THREADS) sum[r] = 0;
  __syncthreads();

  int step = t * STEPS < rows + nonzeros ? t * STEPS : rows + nonzeros;
  int stop = step + STEPS < rows + nonzeros ? step + STEPS : rows + nonzeros;
  int r = (int)ends_before(step, end, rows, nonzeros), k = step - r;
  float own = 0;
  for (; step < stop; step++) {
    if (r < rows && k == end[r]) {
      if (own != 0) atomicAdd(&sum[r], own);
      own = 0;
      r++;
    } else {
      own += product[k++];
    }
  }
  if (own != 0) atomicAdd(&sum[r], own);
  __syncthreads();
  for (int i = t; i <= rows && row + i < a.rows; i += THREADS) {
    if (i == 0 || i == rows)
      atomicAdd(&y[row + i], sum[i]);
    else
      y[row + i] = sum[i];
  }
}

int spmv_7_csr_merge_plan(const struct spmv_csr *a, uint32_t *plan) {
  (void)a, (void)plan;
  return 0;
}

int spmv_7_csr_merge(const struct spmv_csr *a, const float *x, const uint32_t *plan, uint32_t *scratch,
                     float *y) {
  (void)plan, (void)scratch;
  if (a->rows == 0) return 0;
  cudaError_t error = cudaMemsetAsync(y, 0, a->rows * sizeof *y);
  if (error != cudaSuccess) return error;
  merge_path_kernel<<<(unsigned)((a->rows + a->nonzeros + TILE - 1) / TILE), THREADS>>>(*a, x, y);
  return cudaGetLastError();
}
