// A copy of one float more than was allocated.
// expect: bad-copy at=@copy advice~"the third argument counts bytes: elements"
// fixed: Copies that fill an allocation to its last byte, and none.
// prints: copied
#include <cstdio>
#include <cuda_runtime.h>

int main() {
  float h[17] = {0}, *d;
  cudaMalloc(&d, 16 * sizeof(float));
  cudaMemcpy(d + 8, h + 9, 8 * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(d + 16, h, 0, cudaMemcpyHostToDevice);
#ifdef FIXED
  cudaError_t e = cudaMemcpy(d, h, 16 * sizeof(float), cudaMemcpyHostToDevice);
#else
  cudaError_t e = cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice); // @copy
#endif
  printf("%s\n", e == cudaSuccess ? "copied" : "refused");
  cudaFree(d);
  return 0;
}
