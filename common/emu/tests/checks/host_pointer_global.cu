// A kernel reads a host global, not a __device__ one.
// expect: host-pointer-in-kernel kernel=scale at=@read block=0,0,0 thread=0,0,0
// fixed: A kernel reads __device__ and __constant__ globals.
// prints: 7
#include <cstdio>
#include <cuda_runtime.h>

#ifdef FIXED
__device__ float factor = 3;
__constant__ float offset = 4;

__global__ void scale(float *out) {
  out[0] = factor + offset;
}
#else
float factor[1] = {3};

__global__ void scale(float *out, float *f) {
  out[0] = f[0]; // @read
}
#endif

int main() {
  float *d;
  cudaMalloc(&d, 256 * sizeof(float));
  cudaMemset(d, 0, 256 * sizeof(float));
#ifdef FIXED
  scale<<<1, 1>>>(d);
#else
  scale<<<1, 1>>>(d, factor);
#endif
  float h = -1;
  cudaMemcpy(&h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h);
  cudaFree(d);
  return 0;
}
