// Host code assigns to a __constant__ variable.
// expect: device-pointer-on-host at=@store what~"writes factor" advice~"cudaMemcpyToSymbol" advice~"copy to a __constant__"
// fixed: It copies to it.
// prints: 3
#include <cstdio>
#include <cuda_runtime.h>

__constant__ int factor = 2;

__global__ void take(int *out) {
  out[0] = factor;
}

int main() {
  int *d, h = -1;
  cudaMalloc(&d, sizeof *d);
#ifdef FIXED
  int three = 3;
  cudaMemcpyToSymbol(factor, &three, sizeof three);
#else
  factor = 3; // @store
#endif
  take<<<1, 1>>>(d);
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h);
  cudaFree(d);
  return 0;
}
