// A copy of one float more than was allocated.
// expect: bad-copy at=@copy
#include <cstdio>
#include <cuda_runtime.h>

int main() {
  float h[17] = {0}, *d;
  cudaMalloc(&d, 16 * sizeof(float));
  cudaError_t e = cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice); // @copy
  printf("%s\n", e == cudaSuccess ? "copied" : "refused");
  cudaFree(d);
  return 0;
}
