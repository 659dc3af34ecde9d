// expect: pass 1_naive
// form: the textbook's: blocks of 16 x 16 threads, rows along y.
#include "gemm.h"

static __device__ void store(float *c, float alpha, float sum, float beta) {
  *c = beta == 0 ? alpha * sum : alpha * sum + beta * *c;
}

__global__ void product(int m, int n, int k, float alpha, const float *a, const float *b, float beta,
                        float *c) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if ((row < m) && (col < n)) {
    float value = 0;
    for (int l = 0; l < k; ++l) value += a[(size_t)row * k + l] * b[(size_t)l * n + col];
    store(&c[(size_t)row * n + col], alpha, value, beta);
  }
}

int gemm_1_naive(int m, int n, int k, float alpha, const float *a, const float *b, float beta, float *c) {
  dim3 block(16, 16, 1), grid((unsigned)ceil(n / 16.0), (unsigned)ceil(m / 16.0), 1);
  product<<<grid, block>>>(m, n, k, alpha, a, b, beta, c);
  return cudaGetLastError();
}
