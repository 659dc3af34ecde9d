// The input is freed after the kernel.
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
  copy<<<1, 1>>>(e, d);
  float h = -1;
  cudaMemcpy(&h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h);
  cudaFree(e);
  cudaFree(d);
  return 0;
}
