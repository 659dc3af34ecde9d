// Look-back: each block draws its number when it begins and waits only for the one that drew the number before.
// prints: 6048
// prints: 2016
#include <cstdio>
#include <cuda_runtime.h>

__device__ unsigned drawn;
__device__ volatile int flag[64], sum[64];

__global__ void running_sum(const int *in, int *out) {
  __shared__ unsigned number;
  __shared__ int before, s[32];
  int t = threadIdx.x;
  if (t == 0) number = atomicAdd(&drawn, 1);
  __syncthreads();
  s[t] = in[number * 32 + t];
  __syncthreads();
  if (t == 0) {
    int total = 0;
    for (int i = 0; i < 32; i++) total += s[i];
    before = 0;
    if (number > 0) {
      while (flag[number - 1] == 0) {
      }
      __threadfence();
      before = sum[number - 1];
    }
    sum[number] = before + total;
    __threadfence();
    flag[number] = 1;
  }
  __syncthreads();
  out[number * 32 + t] = before;
}

// A grid barrier made by hand, among as many blocks as the device holds.
__device__ int arrived;
__device__ void grid_barrier(int n) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(&arrived, 1);
    while (atomicAdd(&arrived, 0) < n) {
    }
    __threadfence();
  }
  __syncthreads();
}

__global__ void phases(int *a, int *b) {
  __shared__ int s[64];
  int t = threadIdx.x, i = blockIdx.x * 64 + t, n = gridDim.x * 64;
  s[t] = a[i] = i;
  grid_barrier(gridDim.x);
  b[i] = a[n - 1 - i] + s[63 - t];
  grid_barrier(2 * gridDim.x);
  a[i] = b[n - 1 - i];
}

// Each block waits for the next one, which may begin later.
__device__ volatile int told[64];
__global__ void backwards(int *sum) {
  if (threadIdx.x == 0) {
    int behind = 0;
    if (blockIdx.x + 1 < gridDim.x) {
      while (told[blockIdx.x + 1] == 0) {
      }
      __threadfence();
      behind = sum[blockIdx.x + 1];
    }
    sum[blockIdx.x] = behind + blockIdx.x;
    __threadfence();
    told[blockIdx.x] = 1;
  }
}

int main() {
  static int h[2048];
  int *in, *out;
  for (int i = 0; i < 2048; i++) h[i] = i % 7;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  running_sum<<<64, 32>>>(in, out);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[2047]);
  phases<<<8, 64>>>(in, out);
  backwards<<<64, 32>>>(out);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[0]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
