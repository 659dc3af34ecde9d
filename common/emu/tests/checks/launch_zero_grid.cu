// A grid of no blocks: n / 256 of a small n.
// note: launch-refused kernel=fill at=@launch
// fixed: The quotient rounded up.
// prints: launched
#include <cstdio>
#include <cuda_runtime.h>

__global__ void fill(float *out) {
  out[threadIdx.x] = 1;
}

int main() {
  float *d;
  cudaMalloc(&d, 4096);
#ifdef FIXED
  fill<<<(100 + 255) / 256, 256>>>(d);
#else
  fill<<<100 / 256, 256>>>(d); // @launch
#endif
  cudaError_t e = cudaGetLastError();
  printf("%s\n", e == cudaSuccess ? "launched" : "refused");
  cudaFree(d);
  return 0;
}
