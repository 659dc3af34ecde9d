// Variables of one letter, added to by atomics.
#include <cstdio>
#include <cuda_runtime.h>

__device__ int m, i;

__global__ void count() {
  atomicAdd(&m, 1);
  atomicAdd(&i, 1);
}

int main() {
  count<<<2, 1>>>();
  cudaDeviceSynchronize();
  printf("done\n");
  return 0;
}
