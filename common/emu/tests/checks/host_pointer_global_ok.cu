// A kernel reads __device__ and __constant__ globals.
#include <cstdio>
#include <cuda_runtime.h>

__device__ float factor = 3;
__constant__ float offset = 4;
__global__ void scale(float *out) {
  out[0] = factor + offset;
}

int main() {
  float *d;
  cudaMalloc(&d, 256 * sizeof(float));
  cudaMemset(d, 0, 256 * sizeof(float));
  scale<<<1, 1>>>(d);
  float h = -1;
  cudaMemcpy(&h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h);
  cudaFree(d);
  return 0;
}
