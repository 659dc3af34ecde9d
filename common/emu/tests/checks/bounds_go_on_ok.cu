// The same within bounds.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void shift(int *x, int n) {
  __shared__ int s[64];
  int i = threadIdx.x;
  s[i] = x[i + 0]; // @over
  __syncthreads();
  int left = s[63 - i];         // @race
  if (left == 0) x[n + -1] = 1; // @write
}

int main() {
  int *x, h = 5;
  cudaMalloc(&x, 64 * sizeof *x);
  cudaMemset(x, 1, 64 * sizeof *x);
  shift<<<1, 64>>>(x, 64);
  cudaError_t e = cudaGetLastError();
  if (e == cudaSuccess) cudaMemcpy(&h, x, sizeof h, cudaMemcpyDeviceToHost);
  printf("%s %d\n", cudaGetErrorName(e), h);
  return cudaFree(x), 0;
}
