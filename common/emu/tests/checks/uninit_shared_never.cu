// A shared array that is read and that no line ever writes.
// expect: uninitialised-read kernel=carry at=@read block=0,0,0 thread=0,0,0
// fixed: A shared array that is written before it is read.
// prints: 1
#include <cstdio>
#include <cuda_runtime.h>

__global__ void carry(float *out) {
  __shared__ float s[32];
#ifdef FIXED
  s[threadIdx.x] = threadIdx.x;
#endif
  out[threadIdx.x] = s[threadIdx.x]; // @read
}

int main() {
  float *d, h;
  cudaMalloc(&d, 32 * sizeof(float));
  carry<<<1, 32>>>(d);
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h == h);
  cudaFree(d);
  return 0;
}
