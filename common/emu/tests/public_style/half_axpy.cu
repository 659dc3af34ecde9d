// half2 and bfloat16 in the ways of samples: vectors of two, dot products, conversions to and fro.
// shows: number formats | half2 axpy, dot products in half and float, bfloat16 sums
// compared: H200, CUDA 13.0, 2026-11-24
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <stdio.h>

__global__ void axpy(int n, __half a, const __half *x, __half *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, half = n / 2;
  const half2 *x2 = (const half2 *)x;
  half2 *y2 = (half2 *)y;
  if (i < half) y2[i] = __hfma2(__half2half2(a), x2[i], y2[i]);
  if (i == 0 && n % 2) y[n - 1] = __hfma(a, x[n - 1], y[n - 1]);
}
__global__ void dot(int n, const __half *x, float *out) {
  float s = 0;
  for (int i = threadIdx.x; i < n; i += 32) s += __half2float(x[i]) * __half2float(x[i]);
  for (int d = 16; d; d /= 2) s += __shfl_down_sync(~0u, s, d);
  if (threadIdx.x == 0) *out = s;
}
__global__ void brain(float *out) {
  __nv_bfloat16 a = __float2bfloat16(1.5f), b = __float2bfloat16(256.0f), c = a * b;
  __nv_bfloat162 pair = __floats2bfloat162_rn(1.0f, 257.0f); // 8 bits of fraction: 257 becomes 256
  out[0] = __bfloat162float(c + a);                          // 385.5, rounded to a multiple of 2
  out[1] = __high2float(pair);
  out[2] = __bfloat162float(hsqrt(__float2bfloat16(81.0f)));
}

int main() {
  const int n = 101;
  __half hx[n], hy[n], *x, *y;
  float *out, r[4];
  for (int i = 0; i < n; i++) {
    hx[i] = __float2half(i % 8);
    hy[i] = __int2half_rn(1);
  }
  cudaMalloc(&x, sizeof hx);
  cudaMalloc(&y, sizeof hy);
  cudaMalloc(&out, sizeof r);
  cudaMemcpy(x, hx, sizeof hx, cudaMemcpyHostToDevice);
  cudaMemcpy(y, hy, sizeof hy, cudaMemcpyHostToDevice);
  axpy<<<1, 64>>>(n, __float2half(0.5f), x, y);
  dot<<<1, 32>>>(n, x, out);
  brain<<<1, 1>>>(out + 1);
  cudaMemcpy(hy, y, sizeof hy, cudaMemcpyDeviceToHost);
  cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 0; i < n; i++) wrong += __half2float(hy[i]) != 1 + 0.5f * (i % 8);
  printf("%d wrong, dot %g, bfloat16 %g %g %g\n", wrong, r[0], r[1], r[2], r[3]);
  cudaFree(x);
  cudaFree(y);
  cudaFree(out);
}
