// A thread finds its flag set.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void wait(volatile int *flag) {
  while (*flag != 0) {
  }
}

int main() {
  float *d;
  cudaMalloc(&d, 32 * sizeof(float));
  cudaMemset(d, 0, 32 * sizeof(float));
  wait<<<1, 1>>>((volatile int *)d);
  float h = -1;
  cudaMemcpy(&h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h);
  cudaFree(d);
  return 0;
}
