// The host reads device memory as if it were its own.
// expect: device-pointer-on-host at=@read
#include <cstdio>
#include <cuda_runtime.h>

int main() {
  float *d;
  cudaMalloc(&d, 400);
  cudaMemset(d, 0, 400);
  printf("%g\n", d[0]); // @read
  cudaFree(d);
  return 0;
}
