// A kernel reads a host global, not a __device__ one.
// expect: host-pointer-in-kernel kernel=scale at=@read block=0,0,0 thread=0,0,0
#include <cstdio>
#include <cuda_runtime.h>

float factor[1] = {3};
__global__ void scale(float *out, float *f) {
  out[0] = f[0]; // @read
}

int main() {
  float *d;
  cudaMalloc(&d, 256 * sizeof(float));
  cudaMemset(d, 0, 256 * sizeof(float));
  scale<<<1, 1>>>(d, factor);
  float h = -1;
  cudaMemcpy(&h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h);
  cudaFree(d);
  return 0;
}
