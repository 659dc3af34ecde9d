// expect: inefficient 3_shared_tile busiest_block_share on emu
// fault: one block does the work of the whole grid, and all other multiprocessors stand by.
#include "gemm.h"
#define T 32
__global__ void k3(const float *A, const float *B, float *C, int M, int N, int K, float alpha, float beta) {
  __shared__ float a[T][T], b[T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  for (int R = 0; R < M; R += T)
    for (int Q = 0; Q < N; Q += T) {
      float s = 0;
      for (int p = 0; p < K; p += T) {
        a[ty][tx] = R + ty < M && p + tx < K ? A[(size_t)(R + ty) * K + p + tx] : 0;
        b[ty][tx] = p + ty < K && Q + tx < N ? B[(size_t)(p + ty) * N + Q + tx] : 0;
        __syncthreads();
        for (int i = 0; i < T; i++) s += a[ty][i] * b[i][tx];
        __syncthreads();
      }
      if (R + ty < M && Q + tx < N) {
        size_t e = (size_t)(R + ty) * N + Q + tx;
        C[e] = alpha * s + (beta == 0 ? 0 : beta * C[e]);
      }
    }
}
int gemm_3_shared_tile(int m, int n, int k, float alpha, const float *a, const float *b, float beta,
                       float *c) {
  k3<<<1, dim3(T, T)>>>(a, b, c, m, n, k, alpha, beta); // fault
  return cudaGetLastError();
}
