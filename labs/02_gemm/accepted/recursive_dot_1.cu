// expect: pass 1_naive
// form: the sum over k by halves, a function that calls itself.
#include "gemm.h"
#include <cuda_runtime.h>

__device__ float dot(const float *a, const float *b, int stride, int count) {
  if (count <= 4) {
    float s = 0;
    for (int i = 0; i < count; i++) s += a[i] * b[(size_t)i * stride];
    return s;
  }
  int half = count / 2;
  return dot(a, b, stride, half) + dot(a + half, b + (size_t)half * stride, stride, count - half);
}

__global__ void product(int m, int n, int k, float alpha, const float *a, const float *b, float beta,
                        float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= m || j >= n) return;
  float s = alpha * dot(a + (size_t)i * k, b + j, n, k);
  if (beta != 0) s += beta * c[(size_t)i * n + j];
  c[(size_t)i * n + j] = s;
}

int gemm_1_naive(int m, int n, int k, float alpha, const float *a, const float *b, float beta, float *c) {
  dim3 block(8, 8);
  product<<<dim3((n + 7) / 8, (m + 7) / 8), block>>>(m, n, k, alpha, a, b, beta, c);
  return cudaGetLastError();
}
