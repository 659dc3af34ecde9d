// Which is the highest temperature of the winter? All of them are below zero. One block; its warps meet at the end.
#include <limits.h>
#include <stdio.h>

__global__ void highest(const int *degrees, int n, int *result) {
  __shared__ int warm[32];
  int best = INT_MIN;
  for (int i = threadIdx.x; i < n; i += blockDim.x) best = max(best, degrees[i]);
  for (int lane = 1; lane < 32; lane *= 2) best = max(best, __shfl_xor_sync(0xffffffff, best, lane));
  if (threadIdx.x < 32) warm[threadIdx.x] = 0;
  __syncthreads();
  if (threadIdx.x % 32 == 0) warm[threadIdx.x / 32] = best;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int w = 0; w < 32; w++) best = max(best, warm[w]);
    *result = best;
  }
}

int main() {
  const int n = 2000;
  static int winter[n];
  int expected = INT_MIN, got, *degrees, *result;
  for (int i = 0; i < n; i++) {
    winter[i] = -3 - i * 31 % 97;
    if (winter[i] > expected) expected = winter[i];
  }
  cudaMalloc(&degrees, sizeof winter);
  cudaMalloc(&result, sizeof got);
  cudaMemcpy(degrees, winter, sizeof winter, cudaMemcpyHostToDevice);
  highest<<<1, 256>>>(degrees, n, result);
  cudaMemcpy(&got, result, sizeof got, cudaMemcpyDeviceToHost);
  printf("highest: %d, expected %d\n", got, expected);
  cudaFree(degrees);
  cudaFree(result);
  return got != expected;
}
