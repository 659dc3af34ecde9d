// A shared array that is written before it is read.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void carry(float *out) {
  __shared__ float s[32];
  s[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = s[threadIdx.x];
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
