// The program waits for the kernel and looks at the status: what the kernel wanted to say is heard.
#include <cstdio>
#include <cuda_runtime.h>

__device__ float value[4] = {1, 2, 3, -4};

__global__ void positive() {
  if (value[threadIdx.x] < 0) __trap();
}

int main() {
  positive<<<1, 4>>>();
  cudaError_t e = cudaDeviceSynchronize();
  printf("%s\n", cudaGetErrorString(e));
  return 0;
}
