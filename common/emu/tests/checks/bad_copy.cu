// A copy in the wrong direction: both the kind and the pointers say so.
// expect: bad-copy at=@copy advice~"cudaMemcpy(to, from, bytes"
// fixed: Copies whose kinds fit their pointers.
// prints: copied
#include <cstdio>
#include <cuda_runtime.h>

int main() {
  float h[16] = {0}, *d;
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyDefault);
#ifdef FIXED
  cudaError_t e = cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
#else
  cudaError_t e = cudaMemcpy(d, h, sizeof h, cudaMemcpyDeviceToHost); // @copy
#endif
  printf("%s\n", e == cudaSuccess ? "copied" : "refused");
  cudaFree(d);
  return 0;
}
