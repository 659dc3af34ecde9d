// How often does each number of eyes come? A block counts its own throws, then adds them to the others'.
#include <stdio.h>

enum { EYES = 6 };

__global__ void count(const int *eyes, int n, int *times) {
  __shared__ int own[EYES];
  if (threadIdx.x < EYES) own[threadIdx.x] = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) own[eyes[i] - 1]++;
  __syncthreads();
  if (threadIdx.x < EYES) atomicAdd(&times[threadIdx.x], own[threadIdx.x]);
}

int main() {
  const int n = 600;
  static int thrown[n];
  int expected[EYES] = {0}, got[EYES], differ = 0, *eyes, *times;
  for (int i = 0; i < n; i++) expected[thrown[i] = i * 5 % 11 % EYES]++, thrown[i]++;
  cudaMalloc(&eyes, sizeof thrown);
  cudaMalloc(&times, sizeof got);
  cudaMemcpy(eyes, thrown, sizeof thrown, cudaMemcpyHostToDevice);
  cudaMemset(times, 0, sizeof got);
  count<<<(n + 127) / 128, 128>>>(eyes, n, times);
  cudaMemcpy(got, times, sizeof got, cudaMemcpyDeviceToHost);
  for (int e = 0; e < EYES; e++) differ += got[e] != expected[e];
  printf("%d of %d numbers differ\n", differ, EYES);
  cudaFree(eyes);
  cudaFree(times);
  return differ > 0;
}
