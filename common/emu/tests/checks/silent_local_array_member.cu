// Arrays in objects with constant indices once loops are unrolled, a pointer in an object, a table, a shared object.
// prints: 512
#include <cstdio>
#include <cuda_runtime.h>

struct counters {
  int all;
  int count[16];
};

struct view {
  const int *value;
};

struct wide { // its array has the name of the other's pointer
  int value[8];
};

__global__ void sums(view in, int *total, int n) {
  __shared__ counters of_block;
  counters bins;
  view same = in;
  wide eight;
  eight.value[0] = 2;
  if (threadIdx.x < 16) of_block.count[threadIdx.x] = 0;
  __syncthreads();
#pragma unroll
  for (int b = 0; b < 16; b++) bins.count[b] = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
#pragma unroll
    for (int b = 0; b < 16; b++) bins.count[b] += same.value[i] % 16 == b ? eight.value[0] : 0;
#pragma unroll
  for (int b = 0; b < 16; b++) atomicAdd(&of_block.count[b], bins.count[b]);
  __syncthreads();
  if (threadIdx.x < 16) total[threadIdx.x] = of_block.count[threadIdx.x];
}

__global__ void looked_up(const int *value, int *out) {
  const wide table = {{3, 1, 4, 1, 5, 9, 2, 6}};
  out[threadIdx.x] = table.value[value[threadIdx.x] & 7];
}

int main() {
  const int n = 4096;
  static int h[n];
  for (int i = 0; i < n; i++) h[i] = i * 7;
  int *d, *total, first;
  cudaMalloc(&d, sizeof h);
  cudaMalloc(&total, 16 * sizeof(int));
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  sums<<<1, 64>>>(view{d}, total, n);
  looked_up<<<1, 8>>>(d, total + 8);
  cudaMemcpy(&first, total, sizeof first, cudaMemcpyDeviceToHost);
  printf("%d\n", first);
  cudaFree(d);
  cudaFree(total);
  return 0;
}
