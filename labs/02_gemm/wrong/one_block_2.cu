// expect: inefficient 2_coalesced busiest_block_share on emu
// fault: one block does the work of the whole grid, and all other multiprocessors stand by.
#include "gemm.h"
__global__ void k1(const float *A, const float *B, float *C, int M, int N, int K, float alpha, float beta) {
  for (int64_t e = threadIdx.x; e < (int64_t)M * N; e += 1024) {
    int r = e / N, c = e % N;
    float s = 0;
    for (int i = 0; i < K; i++) s += A[(size_t)r * K + i] * B[(size_t)i * N + c];
    C[e] = alpha * s + (beta == 0 ? 0 : beta * C[e]);
  }
}
int gemm_2_coalesced(int m, int n, int k, float alpha, const float *a, const float *b, float beta, float *c) {
  k1<<<1, 1024>>>(a, b, c, m, n, k, alpha, beta); // fault
  return cudaGetLastError();
}
