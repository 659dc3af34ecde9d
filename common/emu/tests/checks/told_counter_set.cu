// A counter of the device is set to 0 by its name and cudaMemset.
// expect: bad-copy at=@bad advice~"cudaMemcpyToSymbol(hits"
// fixed: cudaMemcpyToSymbol.
// prints: 64
#include <cstdio>
__device__ int hits;
__global__ void hit() {
  atomicAdd(&hits, 1);
}
int main() {
  int h = 0;
#ifdef FIXED
  cudaMemcpyToSymbol(hits, &h, sizeof h);
#else
  cudaMemset(&hits, 0, sizeof h); // @bad
#endif
  hit<<<2, 32>>>();
  cudaMemcpyFromSymbol(&h, hits, sizeof h);
  printf("%d\n", h);
}
