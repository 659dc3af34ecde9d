// expect: hazard 7_csr_merge uninitialised-read on emu
// fault: the row's end comes one nonzero too late.
#include "spmv_bfs.h"
#define spmv_7_csr_merge reference_7
#include "../solution.cu"
#undef spmv_7_csr_merge

__global__ void __launch_bounds__(SPMV_BLOCK)
    wrong_kernel(spmv_csr a, const float *x, const int *first_row, float *carry, float *y) {
  __shared__ int words[2 * TILE + 1]; // product, end, sum: as long as this tile needs each
  __shared__ float warp_left[SPMV_WARPS];
  __shared__ bool warp_ends[SPMV_WARPS];
  int t = threadIdx.x, lane = t % SPMV_WARP, warp = t / SPMV_WARP;
  int64_t step = (int64_t)blockIdx.x * TILE, all = a.rows + a.nonzeros;
  int steps = all - step < TILE ? (int)(all - step) : TILE;
  int64_t row0 = first_row[blockIdx.x], nonzero0 = step - row0;
  int rows = first_row[blockIdx.x + 1] - (int)row0, nonzeros = steps - rows;
  const float *product = (const float *)words;
  int *end = words + nonzeros;
  float *sum = (float *)(end + rows + 1);

  // Stage the tile, side by side: words[i] becomes the product of nonzero i, or the end of row i - nonzeros. All loads of
  // the matrix are under way before the first of x needs its column, and all of x before the first product. The matrix
  // is read once, so it may leave the cache first: x is read again.
  int word[ITEMS] = {0};
  float value[ITEMS] = {0}, factor[ITEMS] = {0};
  for (int k = 0; k < ITEMS; k++) {
    int i = t + k * SPMV_BLOCK;
    const int *from = i < nonzeros ? &a.column[nonzero0 + i] : &a.offset[row0 + 1 + i - nonzeros];
    if (i < steps) word[k] = __ldcs(from);
    if (i < nonzeros) value[k] = __ldcs(&a.value[nonzero0 + i]);
  }
  for (int k = 0; k < ITEMS; k++)
    if (t + k * SPMV_BLOCK < nonzeros) factor[k] = __ldg(&x[word[k]]);
  for (int k = 0; k < ITEMS; k++) {
    int i = t + k * SPMV_BLOCK;
    if (i < steps) words[i] = i < nonzeros ? __float_as_int(value[k] * factor[k]) : word[k] - (int)nonzero0;
  }
  if (t == 0) end[rows] = TILE + 1; // the row after them does not end here
  __syncthreads();

  // Each thread its ITEMS steps.
  int begin = t * ITEMS < steps ? t * ITEMS : steps;
  int count = steps - begin < ITEMS ? steps - begin : ITEMS;
  int first = rows_before(end, begin > nonzeros ? begin - nonzeros : 0, begin < rows ? begin : rows, begin);
  int row = first, nonzero = begin - first;
  float left = 0;
  for (int k = 0; k < count; k++) {
    if (nonzero <= end[row]) {
      left += product[nonzero++];
    } else {
      sum[row++] = left;
      left = 0;
    }
  }

  // Left-overs go on to the next thread that ends a row: a scan that begins anew at each such thread.
  bool ends = row > first;
  unsigned enders = __ballot_sync(SPMV_ALL_LANES, ends), before = enders & (0xffffffffu >> (31 - lane));
  int since = before ? 31 - __clz(before) : 0;
  for (int d = 1; d < SPMV_WARP; d *= 2) {
    float other = __shfl_up_sync(SPMV_ALL_LANES, left, d);
    if (lane - d >= since) left += other;
  }
  if (lane == SPMV_WARP - 1) {
    warp_left[warp] = left;
    warp_ends[warp] = enders != 0;
  }
  __syncthreads();
  float from_warps = 0;
  for (int w = 0; w < warp; w++) from_warps = warp_ends[w] ? warp_left[w] : from_warps + warp_left[w];
  if (!before) left += from_warps;
  float in = __shfl_up_sync(SPMV_ALL_LANES, left, 1);
  if (ends) sum[first] += lane == 0 ? from_warps : in;
  if (t == SPMV_BLOCK - 1) carry[blockIdx.x] = left;
  __syncthreads();

  for (int i = t; i < rows; i += SPMV_BLOCK) y[row0 + i] = sum[i];
}

int spmv_7_csr_merge(const struct spmv_csr *a, const float *x, const uint32_t *plan, uint32_t *scratch,
                     float *y) {
  int64_t tiles = spmv_tiles(a);
  const int *first_row = (const int *)plan;
  float *carry = (float *)scratch;
  if (tiles == 0) return 0;
  wrong_kernel<<<(unsigned)tiles, SPMV_BLOCK>>>(*a, x, first_row, carry, y);
  if (tiles > 1)
    spmv_7_csr_merge_carry_kernel<<<spmv_blocks(tiles), SPMV_BLOCK>>>(a->rows, tiles, first_row, carry, y);
  return cudaGetLastError();
}
