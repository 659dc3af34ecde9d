// Bytes of one word: each thread writes its own and reads the next one's in the same breath.
// expect: race-shared kernel=mark at=@line other=@line block=0,0,0
// may: uninitialised-read kernel=mark at=@line
#include <cstdio>
#include <cuda_runtime.h>

__global__ void mark(unsigned char *out) {
  __shared__ unsigned char seen[64];
  int t = threadIdx.x;
  seen[t] = t, out[t] = seen[t ^ 1]; // @line
}

int main() {
  unsigned char *d, h[64];
  cudaMalloc(&d, 64);
  mark<<<1, 64>>>(d);
  cudaMemcpy(h, d, 64, cudaMemcpyDeviceToHost);
  printf("%d\n", h[5] > 255);
  cudaFree(d);
  return 0;
}
