// Two-byte elements: each thread reads its neighbour's half of a word while the neighbour writes it.
// expect: race-global kernel=shift at=@read other=@read
// fixed: Two-byte elements: neighbours use the two halves of one word, each its own.
// prints: 1
#include <cstdio>
#include <cuda_runtime.h>

__global__ void shift(short *h) {
  int t = threadIdx.x;
  h[t] = t;
  __syncthreads();
#ifdef FIXED
  h[t] = h[t] + 1;
#else
  h[t] = h[t ^ 1] + 1; // @read
#endif
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
