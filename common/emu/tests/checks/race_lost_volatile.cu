// Blocks count by volatile loads and stores, with fences, but without waiting for each other: of two stores one is lost.
// expect: race-global kernel=count at=@lost
// fixed: An atomic loses nothing.
// prints: done
#include <cstdio>
#include <cuda_runtime.h>

#ifdef FIXED
__device__ int n;
#else
__device__ volatile int n;
#endif

__global__ void count() {
  __threadfence();
#ifdef FIXED
  atomicAdd(&n, 1);
#else
  n = n + 1; // @lost
#endif
  __threadfence();
}

int main() {
  count<<<4, 32>>>();
  cudaDeviceSynchronize();
  printf("done\n");
  return 0;
}
