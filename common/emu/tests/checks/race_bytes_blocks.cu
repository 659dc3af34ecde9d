// A byte that a block reads and another one writes, among bytes of other blocks in the same word.
// expect: race-global kernel=mark at=@read other=@write
#include <cstdio>
#include <cuda_runtime.h>

__global__ void mark(unsigned char *x, int *out) {
  x[threadIdx.x * gridDim.x + blockIdx.x] = 1; // @write
  out[blockIdx.x * blockDim.x + threadIdx.x] =
      x[threadIdx.x * gridDim.x + (blockIdx.x + 2) % gridDim.x]; // @read
}

int main() {
  int *d, h = 0;
  cudaMalloc(&d, 4096 * sizeof(int));
  cudaMemset(d, 0, 4096 * sizeof(int));
  mark<<<4, 64>>>((unsigned char *)(d + 512), d + 1024);
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h);
  cudaFree(d);
  return 0;
}
