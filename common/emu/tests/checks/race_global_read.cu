// In place across blocks: a block reads the word that the next block overwrites.
// expect: race-global kernel=shift at=@read other=@write
#include <cstdio>
#include <cuda_runtime.h>

__global__ void shift(float *data) {
  int i = blockIdx.x * 64 + threadIdx.x;
  float next = data[(i + 1) % 128]; // @read
  __syncthreads();
  data[i] = next + 1; // @write
}

int main() {
  float *d;
  cudaMalloc(&d, 256 * sizeof(float));
  cudaMemset(d, 0, 256 * sizeof(float));
  shift<<<2, 64>>>(d);
  float h = -1;
  cudaMemcpy(&h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h);
  cudaFree(d);
  return 0;
}
