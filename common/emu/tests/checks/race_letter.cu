// Variables whose names are types to a demangler: m would be unsigned long, i int.
// expect: race-global kernel=count at=@race what~"reads m,"
#include <cstdio>
#include <cuda_runtime.h>

__device__ int m, i;

__global__ void count() {
  m = m + 1; // @race
  atomicAdd(&i, 1);
}

int main() {
  count<<<2, 1>>>();
  cudaDeviceSynchronize();
  printf("done\n");
  return 0;
}
