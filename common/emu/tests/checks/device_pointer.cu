// The host reads device memory as if it were its own.
// expect: device-pointer-on-host at=@read
// fixed: The host copies device memory before it reads it.
// prints: 0
#include <cstdio>
#include <cuda_runtime.h>

int main() {
  float *d, h;
  cudaMalloc(&d, 400);
  cudaMemset(d, 0, 400);
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
#ifdef FIXED
  printf("%g\n", h);
#else
  printf("%g\n", d[0]); // @read
#endif
  cudaFree(d);
  return 0;
}
