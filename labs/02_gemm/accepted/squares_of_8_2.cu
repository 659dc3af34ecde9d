// expect: pass 2_coalesced
// form: blocks of 8 x 8 threads: a warp reads four elements of A and eight neighbours of B.
#include "gemm.h"

static __device__ void store(float *c, float alpha, float sum, float beta) {
  *c = beta == 0 ? alpha * sum : alpha * sum + beta * *c;
}

template <int SIZE>
__global__ void product(int m, int n, int k, float alpha, const float *__restrict__ a,
                        const float *__restrict__ b, float beta, float *__restrict__ c) {
  const int row = blockIdx.y * SIZE + threadIdx.y, col = blockIdx.x * SIZE + threadIdx.x;
  if (row >= m || col >= n) return;
  float sum = 0;
  const float *of_a = a + row * k, *of_b = b + col;
  for (int l = 0; l < k; l++, of_b += n) sum = fmaf(*of_a++, *of_b, sum);
  store(&c[row * n + col], alpha, sum, beta);
}

int gemm_2_coalesced(int m, int n, int k, float alpha, const float *a, const float *b, float beta, float *c) {
  product<8><<<dim3((n + 7) / 8, (m + 7) / 8), dim3(8, 8)>>>(m, n, k, alpha, a, b, beta, c);
  return cudaGetLastError();
}
