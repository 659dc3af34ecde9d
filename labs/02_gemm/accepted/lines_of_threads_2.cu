// expect: pass 2_coalesced
// form: the course's: one-dimensional blocks of 256 threads, numbered along the rows.
#include "gemm.h"

static __device__ void store(float *c, float alpha, float sum, float beta) {
  *c = beta == 0 ? alpha * sum : alpha * sum + beta * *c;
}

__global__ static void product(int m, int n, int k, float alpha, const float *a, const float *b, float beta,
                               float *c) {
  int tid = blockIdx.x * blockDim.x + threadIdx.x;
  int row = tid / n, col = tid % n;
  if (row >= m) return;
  float sum = 0.0f;
  for (int i = 0; i < k; i++) sum += a[row * k + i] * b[i * n + col];
  store(c + row * n + col, alpha, sum, beta);
}

int gemm_2_coalesced(int m, int n, int k, float alpha, const float *a, const float *b, float beta, float *c) {
  product<<<(m * n + 255) / 256, 256>>>(m, n, k, alpha, a, b, beta, c);
  return cudaGetLastError();
}
