// Bytes of one word: each thread, block and lane has its own, in shared and in global memory.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void mark(unsigned char *out) {
  __shared__ unsigned char seen[64];
  int t = threadIdx.x;
  seen[t] = t;
  seen[t]++;
  out[t * gridDim.x + blockIdx.x] = seen[t]; // neighbouring bytes belong to different blocks
}

int main() {
  unsigned char *d, h[192];
  cudaMalloc(&d, 192);
  mark<<<3, 64>>>(d);
  cudaMemcpy(h, d, 192, cudaMemcpyDeviceToHost);
  printf("%d\n", h[191]);
  cudaFree(d);
  return 0;
}
