// Bytes of one word: each thread writes its own and reads the next one's in the same breath.
// expect: race-shared kernel=mark at=@line other=@line block=0,0,0
// may: uninitialised-read kernel=mark at=@line
// fixed: Bytes of one word: each thread, block and lane has its own, in shared and in global memory.
// prints: 64
#include <cstdio>
#include <cuda_runtime.h>

__global__ void mark(unsigned char *out) {
  __shared__ unsigned char seen[64];
  int t = threadIdx.x;
#ifdef FIXED
  seen[t] = t, seen[t]++, out[t * gridDim.x + blockIdx.x] = seen[t];
#else
  seen[t] = t, out[t * gridDim.x + blockIdx.x] = seen[t ^ 1]; // @line
#endif
}

int main() {
  unsigned char *d, h[192];
  cudaMalloc(&d, 192);
#ifdef FIXED
  mark<<<3, 64>>>(d);
#else
  mark<<<1, 64>>>(d);
#endif
  cudaMemcpy(h, d, 192, cudaMemcpyDeviceToHost);
  printf("%d\n", h[191]);
  cudaFree(d);
  return 0;
}
