// expect: pass 3_shared_tile
// form: the course's: flat tiles of 32 x 32, one-dimensional blocks, pointers that walk along.
#include "gemm.h"

static __device__ void store(float *c, float alpha, float sum, float beta) {
  *c = beta == 0 ? alpha * sum : alpha * sum + beta * *c;
}

template <int SIZE>
__global__ void product(int m, int n, int k, float alpha, const float *a, const float *b, float beta,
                        float *c) {
  __shared__ float sa[SIZE * SIZE], sb[SIZE * SIZE];
  int row = threadIdx.x / SIZE, col = threadIdx.x % SIZE;
  int rows = m - SIZE * blockIdx.y, cols = n - SIZE * blockIdx.x; // that are left of C
  a += SIZE * blockIdx.y * k;
  b += SIZE * blockIdx.x;
  c += SIZE * blockIdx.y * n + SIZE * blockIdx.x;
  float sum = 0.0f;
  for (int left = k; left > 0; left -= SIZE) {
    sa[threadIdx.x] = row < rows && col < left ? a[row * k + col] : 0.0f;
    sb[threadIdx.x] = row < left && col < cols ? b[row * n + col] : 0.0f;
    __syncthreads();
    a += SIZE;
    b += SIZE * n;
#pragma unroll
    for (int l = 0; l < SIZE; l++) sum += sa[row * SIZE + l] * sb[l * SIZE + col];
    __syncthreads();
  }
  if (row < rows && col < cols) store(&c[row * n + col], alpha, sum, beta);
}

int gemm_3_shared_tile(int m, int n, int k, float alpha, const float *a, const float *b, float beta,
                       float *c) {
  product<32><<<dim3((n + 31) / 32, (m + 31) / 32), 1024>>>(m, n, k, alpha, a, b, beta, c);
  return cudaGetLastError();
}
