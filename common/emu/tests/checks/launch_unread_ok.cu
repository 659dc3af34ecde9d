// A block of 1024 threads at most, and the program asks whether the launch was accepted.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void fill(float *out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

int main() {
  float *d, h;
  cudaMalloc(&d, 2048 * sizeof(float));
  fill<<<2, 1024>>>(d);
  cudaError_t e = cudaGetLastError();
  if (e != cudaSuccess) printf("%s\n", cudaGetErrorString(e));
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h);
  cudaFree(d);
  return 0;
}
