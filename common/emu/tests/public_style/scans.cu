// Prefix sums of the textbook: Kogge and Stone in one block, then of any length in three kernels.
// shows: textbook listings | Kogge-Stone and Brent-Kung scans, block sums added by another kernel
// compared: H200, CUDA 13.0, 2026-11-24
// bug: race-shared
#include <stdio.h>
#define BLOCK 64

__global__ void kogge_stone(const int *in, int *out, int *sums, int n) {
  __shared__ int s[BLOCK];
  int i = blockIdx.x * BLOCK + threadIdx.x;
  s[threadIdx.x] = i < n ? in[i] : 0;
  for (int stride = 1; stride < BLOCK; stride *= 2) {
    __syncthreads();
    int add = threadIdx.x >= stride ? s[threadIdx.x - stride] : 0;
#ifndef BUG
    __syncthreads();
#endif
    s[threadIdx.x] += add;
  }
  if (i < n) out[i] = s[threadIdx.x];
  if (sums && threadIdx.x == BLOCK - 1) sums[blockIdx.x] = s[threadIdx.x];
}
__global__ void brent_kung(int *data) {
  __shared__ int s[2 * BLOCK];
  for (int i = threadIdx.x; i < 2 * BLOCK; i += blockDim.x) s[i] = data[i];
  for (unsigned stride = 1; stride <= BLOCK; stride *= 2) {
    __syncthreads();
    unsigned i = (threadIdx.x + 1) * 2 * stride - 1;
    if (i < 2 * BLOCK) s[i] += s[i - stride];
  }
  for (unsigned stride = BLOCK / 2; stride > 0; stride /= 2) {
    __syncthreads();
    unsigned i = (threadIdx.x + 1) * 2 * stride - 1;
    if (i + stride < 2 * BLOCK) s[i + stride] += s[i];
  }
  __syncthreads();
  for (int i = threadIdx.x; i < 2 * BLOCK; i += blockDim.x) data[i] = s[i];
}
__global__ void add_sums(int *out, const int *sums, int n) {
  int i = blockIdx.x * BLOCK + threadIdx.x;
  if (blockIdx.x > 0 && i < n) out[i] += sums[blockIdx.x - 1];
}

int main() {
  const int n = 1000, blocks = (n + BLOCK - 1) / BLOCK;
  int h[n], *in, *out, *sums;
  for (int i = 0; i < n; i++) h[i] = i + 1;
  cudaMalloc((void **)&in, sizeof h);
  cudaMalloc((void **)&out, sizeof h);
  cudaMalloc((void **)&sums, BLOCK * sizeof(int));
  cudaMemset(sums, 0, BLOCK * sizeof(int));
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  kogge_stone<<<blocks, BLOCK>>>(in, out, sums, n);
  kogge_stone<<<1, BLOCK>>>(sums, sums, NULL, blocks);
  add_sums<<<blocks, BLOCK>>>(out, sums, n);
  brent_kung<<<1, BLOCK>>>(in);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 0; i < n; i++) wrong += h[i] != (i + 1) * (i + 2) / 2;
  cudaMemcpy(h, in, sizeof h, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 2 * BLOCK; i++) wrong += h[i] != (i + 1) * (i + 2) / 2;
  printf("%d wrong\n", wrong);
  cudaFree(in);
  cudaFree(out);
  cudaFree(sums);
}
