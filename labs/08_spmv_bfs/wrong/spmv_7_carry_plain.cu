// expect: hazard 7_csr_merge race-global on emu
// fault: left-overs are added to y without atomics: of a row longer than 32 tiles several warps do it.
#include "spmv_bfs.h"
#define spmv_7_csr_merge reference_7
#include "../solution.cu"
#undef spmv_7_csr_merge

__global__ void wrong_carry_kernel(int64_t rows, int64_t tiles, const int *first_row, const float *carry,
                                   float *y) {
  int64_t b = spmv_thread();
  int lane = threadIdx.x % SPMV_WARP;
  int row = b < tiles ? first_row[b + 1] : -1;
  float sum = b < tiles ? carry[b] : 0;
  for (int d = 1; d < SPMV_WARP; d *= 2) {
    float other = __shfl_down_sync(SPMV_ALL_LANES, sum, d);
    int other_row = __shfl_down_sync(SPMV_ALL_LANES, row, d);
    if (lane + d < SPMV_WARP && other_row == row) sum += other;
  }
  int row_before = __shfl_up_sync(SPMV_ALL_LANES, row, 1);
  if (row >= 0 && row < rows && (lane == 0 || row_before != row)) y[row] += sum;
}

int spmv_7_csr_merge(const struct spmv_csr *a, const float *x, const uint32_t *plan, uint32_t *scratch,
                     float *y) {
  int64_t tiles = spmv_tiles(a);
  const int *first_row = (const int *)plan;
  float *carry = (float *)scratch;
  if (tiles == 0) return 0;
  spmv_7_csr_merge_kernel<<<(unsigned)tiles, SPMV_BLOCK>>>(*a, x, first_row, carry, y);
  if (tiles > 1) wrong_carry_kernel<<<spmv_blocks(tiles), SPMV_BLOCK>>>(a->rows, tiles, first_row, carry, y);
  return cudaGetLastError();
}
