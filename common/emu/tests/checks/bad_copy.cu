// A copy in the wrong direction: both the kind and the pointers say so.
// expect: bad-copy at=@copy
#include <cstdio>
#include <cuda_runtime.h>

int main() {
  float h[16] = {0}, *d;
  cudaMalloc(&d, sizeof h);
  cudaError_t e = cudaMemcpy(d, h, sizeof h, cudaMemcpyDeviceToHost); // @copy
  printf("%s\n", e == cudaSuccess ? "copied" : "refused");
  cudaFree(d);
  return 0;
}
