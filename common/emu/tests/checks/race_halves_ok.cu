// Two-byte elements: neighbours use the two halves of one word, each its own.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void shift(short *h) {
  int t = threadIdx.x;
  h[t] = t;
  __syncthreads();
  h[t] = h[t] + 1;
}

int main() {
  short *d;
  cudaMalloc(&d, 256 * sizeof(short));
  shift<<<1, 256>>>(d);
  short h = -1;
  cudaMemcpy(&h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%d\n", h);
  cudaFree(d);
  return 0;
}
