// A plain copy goes to a __constant__ variable.
// expect: bad-copy at=@copy what~"coefficients, a __constant__ variable" advice~"cudaMemcpyToSymbol" advice~"copy by its name"
// fixed: cudaMemcpyToSymbol does.
// prints: 7
#include <cstdio>
#include <cuda_runtime.h>

__constant__ int coefficients[2];

__global__ void sum(int *out) {
  out[0] = coefficients[0] + coefficients[1];
}

int main() {
  int c[2] = {3, 4}, *d, h = -1;
  cudaMalloc(&d, sizeof *d);
#ifdef FIXED
  cudaMemcpyToSymbol(coefficients, c, sizeof c);
#else
  cudaMemcpy(coefficients, c, sizeof c, cudaMemcpyHostToDevice); // @copy
#endif
  sum<<<1, 1>>>(d);
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h);
  cudaFree(d);
  return 0;
}
