// expect: pass 5_rms_norm_residual
// form: one element a load; the new residual is stored and loaded again; 1024 threads.
#include "dnn.h"
#include <cuda_runtime.h>

__global__ void fused(const dnn_bf16 *x, dnn_bf16 *residual, const dnn_bf16 *weight, int64_t columns,
                      float eps, dnn_bf16 *out) {
  __shared__ float warps[32], rms;
  const dnn_bf16 *a = x + blockIdx.x * columns;
  dnn_bf16 *h = residual + blockIdx.x * columns, *y = out + blockIdx.x * columns;
  float sum = 0;
  for (int64_t i = threadIdx.x; i < columns; i += blockDim.x) {
    h[i] = __hadd(a[i], h[i]);
    float z = h[i];
    sum += z * z;
  }
  for (int k = 16; k; k /= 2) sum += __shfl_down_sync(0xffffffff, sum, k);
  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x < 32) {
    sum = warps[threadIdx.x];
    for (int k = 16; k; k /= 2) sum += __shfl_down_sync(0xffffffff, sum, k);
    if (threadIdx.x == 0) rms = rsqrtf(sum / columns + eps);
  }
  __syncthreads();
  for (int64_t i = threadIdx.x; i < columns; i += blockDim.x) y[i] = (float)h[i] * rms * (float)weight[i];
}

int dnn_5_rms_norm_residual(const dnn_bf16 *x, dnn_bf16 *residual, const dnn_bf16 *weight, int64_t rows,
                            int64_t columns, float eps, dnn_bf16 *out) {
  if (rows > 0) fused<<<(unsigned)rows, 1024>>>(x, residual, weight, columns, eps, out);
  return cudaGetLastError();
}
