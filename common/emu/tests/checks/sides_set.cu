// cudaMemset gets the name of a __device__ array.
// expect: bad-copy at=@set what~"bins, a __device__ variable" advice~"cudaGetSymbolAddress"
// fixed: It gets the pointer to it.
// prints: 1010101
#include <cstdio>
#include <cuda_runtime.h>

__device__ int bins[8];

int main() {
  int h[8] = {0};
  void *p;
  cudaGetSymbolAddress(&p, bins);
#ifdef FIXED
  cudaMemset(p, 1, sizeof bins);
#else
  cudaMemset(bins, 1, sizeof bins); // @set
#endif
  cudaMemcpyFromSymbol(h, bins, sizeof h);
  printf("%x\n", h[7]);
  return 0;
}
