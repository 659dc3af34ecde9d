// The sum of an array in one launch: the block that finishes last adds the partial sums.
// shows: textbook listings | sums in one launch by `__threadfence` and a counter; warp-synchronous tails with `__syncwarp`
// compared: H200, CUDA 13.0, 2026-11-24
// bug: race-global
#include <stdio.h>
#ifdef BUG
#define PARTIAL
#else
#define PARTIAL volatile
#endif

__device__ unsigned finished = 0;
__global__ void sum(const float *in, int n, PARTIAL float *partial, float *result) {
  __shared__ float s[128];
  __shared__ bool last;
  float x = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) x += in[i];
  s[threadIdx.x] = x;
  __syncthreads();
  for (int k = blockDim.x / 2; k >= 32; k /= 2) {
    if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k];
    __syncthreads();
  }
  if (threadIdx.x < 32) {
    volatile float *v = s;
    for (int k = 16; k; k /= 2) {
      float other = threadIdx.x < k ? v[threadIdx.x + k] : 0;
      __syncwarp();
      v[threadIdx.x] += other;
      __syncwarp();
    }
  }
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = s[0];
#ifndef BUG
    __threadfence();
    last = atomicInc(&finished, gridDim.x - 1) == gridDim.x - 1;
#else
    last = blockIdx.x == gridDim.x - 1;
#endif
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    float total = 0;
    for (int i = 0; i < gridDim.x; i++) total += partial[i];
    *result = total;
  }
}

int main() {
  const int n = 5000;
  float *in, *partial, *result, h[n], r = 0;
  for (int i = 0; i < n; i++) h[i] = i % 4;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&partial, 16 * sizeof(float));
  cudaMalloc(&result, sizeof(float));
  cudaMemset(partial, 0, 16 * sizeof(float));
  cudaMemset(result, 0, sizeof(float));
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  for (int again = 0; again < 2; again++) {
    sum<<<8, 128>>>(in, n, partial, result);
    cudaMemcpy(&r, result, sizeof r, cudaMemcpyDeviceToHost);
    printf("%g\n", r); // 1250 times 0 + 1 + 2 + 3
  }
  cudaFree(in);
  cudaFree(partial);
  cudaFree(result);
}
