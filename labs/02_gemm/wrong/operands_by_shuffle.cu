// expect: inefficient 3_shared_tile warp_exchanges on emu
// fault: every element of A comes from another lane's register by a shuffle; nothing is shared by the block.
#include "gemm.h"
#define gemm_3_shared_tile reference_shared_tile
#include "../solution.cu"
#undef gemm_3_shared_tile

enum { ROWS = 16 };

// A warp computes 16 rows of 32 columns: a lane has a column of them, and 16 of the warp's 512 elements of A.
static __global__ void operands_by_shuffle(int m, int n, int k, float alpha, const float *a, const float *b,
                                           float beta, float *c) {
  int lane = threadIdx.x, row0 = blockIdx.y * ROWS, col = blockIdx.x * 32 + lane;
  float sum[ROWS] = {}, of_a[ROWS];
  for (int l0 = 0; l0 < k; l0 += 32) {
    for (int i = 0; i < ROWS; i++)
      of_a[i] = row0 + i < m && l0 + lane < k ? a[(row0 + i) * k + l0 + lane] : 0;
    for (int l = 0; l < 32 && l0 + l < k; l++) {
      float y = col < n ? b[(l0 + l) * n + col] : 0;
      for (int i = 0; i < ROWS; i++) sum[i] += __shfl_sync(0xffffffff, of_a[i], l) * y; // fault
    }
  }
  for (int i = 0; i < ROWS; i++)
    if (row0 + i < m && col < n) store(&c[(row0 + i) * n + col], alpha, sum[i], beta);
}

int gemm_3_shared_tile(int m, int n, int k, float alpha, const float *a, const float *b, float beta,
                       float *c) {
  operands_by_shuffle<<<dim3(ceil_div(n, 32), ceil_div(m, ROWS)), 32>>>(m, n, k, alpha, a, b, beta, c);
  return cudaGetLastError();
}
