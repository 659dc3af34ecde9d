// The input is freed before the kernel that reads it is launched.
// expect: use-after-free kernel=copy at=@read block=0,0,0 thread=0,0,0
// fixed: The input is freed after the kernel.
// prints: 0
#include <cstdio>
#include <cuda_runtime.h>

__global__ void copy(const float *in, float *out) {
  out[threadIdx.x] = in[threadIdx.x]; // @read
}

int main() {
  float *d;
  cudaMalloc(&d, 32 * sizeof(float));
  cudaMemset(d, 0, 32 * sizeof(float));
  float *e;
  cudaMalloc(&e, 32 * sizeof(float));
  cudaMemset(e, 0, 32 * sizeof(float));
#ifndef FIXED
  cudaFree(e);
#endif
  copy<<<1, 1>>>(e, d);
  float h = -1;
  cudaMemcpy(&h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h);
#ifdef FIXED
  cudaFree(e);
#endif
  cudaFree(d);
  return 0;
}
