// Bitonic sort by pairs of keys and values, once in shared memory and once by launches from the host.
// shows: textbook listings | bitonic and odd-even sorts
// compared: H200, CUDA 13.0, 2026-11-24
// bug: race-shared
#include <stdio.h>
#define N 128

__global__ void in_block(int *keys, int *values) {
  extern __shared__ int memory[];
  int *k = memory, *v = &memory[N], i = threadIdx.x;
  k[i] = keys[i];
  v[i] = values[i];
  __syncthreads();
  for (int size = 2; size <= N; size <<= 1) {
    for (int stride = size >> 1; stride > 0; stride >>= 1) {
      int other = i ^ stride;
      if (other > i && (k[i] > k[other]) == ((i & size) == 0)) {
        int t = k[i];
        k[i] = k[other];
        k[other] = t;
        t = v[i];
        v[i] = v[other];
        v[other] = t;
      }
#ifndef BUG
      __syncthreads();
#endif
    }
  }
  keys[i] = k[i];
  values[i] = v[i];
}
__global__ void odd_even(int *data, int n, int phase) {
  int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + phase;
  if (i + 1 < n && data[i] > data[i + 1]) {
    int t = data[i];
    data[i] = data[i + 1];
    data[i + 1] = t;
  }
}

int main() {
  int keys[N], values[N], *dk, *dv, *data, wrong = 0;
  for (int i = 0; i < N; i++) {
    keys[i] = i * 37 % N; // every number once
    values[i] = i;
  }
  cudaMalloc(&dk, sizeof keys);
  cudaMalloc(&dv, sizeof keys);
  cudaMalloc(&data, sizeof keys);
  cudaMemcpy(dk, keys, sizeof keys, cudaMemcpyHostToDevice);
  cudaMemcpy(dv, values, sizeof keys, cudaMemcpyHostToDevice);
  cudaMemcpy(data, dk, sizeof keys, cudaMemcpyDeviceToDevice);
  in_block<<<1, N, 2 * N * sizeof(int)>>>(dk, dv);
  for (int i = 0; i < N; i++) odd_even<<<1, N / 2>>>(data, N, i % 2);
  cudaMemcpy(keys, dk, sizeof keys, cudaMemcpyDeviceToHost);
  cudaMemcpy(values, dv, sizeof keys, cudaMemcpyDeviceToHost);
  for (int i = 0; i < N; i++) wrong += keys[i] != i || values[i] * 37 % N != i;
  cudaMemcpy(keys, data, sizeof keys, cudaMemcpyDeviceToHost);
  for (int i = 0; i < N; i++) wrong += keys[i] != i;
  printf("%d wrong\n", wrong);
  cudaFree(dk);
  cudaFree(dv);
  cudaFree(data);
}
