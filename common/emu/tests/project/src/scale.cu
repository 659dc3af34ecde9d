#include "scale.h"
__global__ void scale_all(float *values, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) values[i] = scaled(values[i]) + ADDED;
}
void scale(float *values, int n) {
  float *device;
  cudaMalloc(&device, n * sizeof(float));
  cudaMemcpy(device, values, n * sizeof(float), cudaMemcpyHostToDevice);
  scale_all<<<(n + 63) / 64, 64>>>(device, n);
  cudaMemcpy(values, device, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(device);
}
