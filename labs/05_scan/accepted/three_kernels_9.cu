// expect: pass 9_csr_build
// form: PMPP's conversion from COO: a histogram of the rows by a loop over the grid, then a scan in three kernels.
#include "scan.h"
#include <cuda_runtime.h>

enum { THREADS = 256 };

__global__ void rows_histogram(const int *row, int64_t entries, int *row_ptr) {
  for (int64_t k = (int64_t)blockIdx.x * THREADS + threadIdx.x; k < entries;
       k += (int64_t)gridDim.x * THREADS)
    atomicAdd(&row_ptr[row[k]], 1);
}

// Exclusive, in place, tile by tile; a tile's sum goes to sums.
__global__ void scan_tiles(int *x, int64_t n, int *sums) {
  __shared__ int s[THREADS];
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * THREADS + t;
  int own = i < n ? x[i] : 0;
  s[t] = own;
  for (int d = 1; d < THREADS; d *= 2) {
    __syncthreads();
    int left = t >= d ? s[t - d] : 0;
    __syncthreads();
    s[t] += left;
  }
  if (i < n) x[i] = s[t] - own;
  if (t == THREADS - 1) sums[blockIdx.x] = s[t];
}

__global__ void add_tiles(int *x, int64_t n, const int *sums) {
  int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x;
  if (i < n) x[i] += sums[blockIdx.x];
}

static void scan_levels(int *x, int64_t n, int *scratch) {
  int64_t tiles = (n + THREADS - 1) / THREADS;
  scan_tiles<<<(unsigned)tiles, THREADS>>>(x, n, scratch);
  if (tiles == 1) return;
  scan_levels(scratch, tiles, scratch + tiles);
  add_tiles<<<(unsigned)tiles, THREADS>>>(x, n, scratch);
}

int scan_9_csr_build(const int *row, int64_t entries, int64_t rows, uint64_t *scratch, int *row_ptr) {
  cudaMemsetAsync(row_ptr, 0, (rows + 1) * sizeof(int));
  int64_t blocks = (entries + THREADS - 1) / THREADS;
  if (entries > 0)
    rows_histogram<<<(unsigned)(blocks < 1024 ? blocks : 1024), THREADS>>>(row, entries, row_ptr);
  scan_levels(row_ptr, rows + 1, (int *)scratch);
  return cudaGetLastError();
}
