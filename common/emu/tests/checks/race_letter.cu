// Variables whose names are types to a demangler: m would be unsigned long, i int.
// expect: race-global kernel=count at=@race what~"reads m,"
// fixed: Variables of one letter, added to by atomics.
// prints: done
#include <cstdio>
#include <cuda_runtime.h>

__device__ int m, i;

__global__ void count() {
#ifdef FIXED
  atomicAdd(&m, 1);
#else
  m = m + 1; // @race
#endif
  atomicAdd(&i, 1);
}

int main() {
  count<<<2, 1>>>();
  cudaDeviceSynchronize();
  printf("done\n");
  return 0;
}
