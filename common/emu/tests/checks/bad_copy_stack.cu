// Floats of the host are copied as doubles.
// expect: bad-copy at=@copy what~"512 bytes do not fit the source" what~"256 bytes"
// fixed: They are doubles.
// prints: copied
#include <cstdio>
#include <cuda_runtime.h>

int main() {
  const int n = 64;
#ifdef FIXED
  double h[n];
#else
  float h[n];
#endif
  double *d;
  for (int i = 0; i < n; i++) h[i] = i;
  cudaMalloc(&d, n * sizeof *d);
  cudaError_t e = cudaMemcpy(d, h, n * sizeof *d, cudaMemcpyHostToDevice); // @copy
  printf("%s\n", e == cudaSuccess ? "copied" : "refused");
  cudaFree(d);
  return 0;
}
