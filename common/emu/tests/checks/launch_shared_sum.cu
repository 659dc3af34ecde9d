// Static and dynamic shared memory are together more than a block may have.
// note: launch-refused kernel=fill at=@launch
// fixed: Together they are just what a block may have.
// prints: launched
#include <cstdio>
#include <cuda_runtime.h>

__global__ void fill(float *out) {
  __shared__ float s[10 * 1024];
  s[threadIdx.x] = 1;
  out[threadIdx.x] = s[threadIdx.x];
}

int main() {
  float *d;
  cudaMalloc(&d, 4096);
#ifdef FIXED
  fill<<<1, 32, 8 * 1024>>>(d);
#else
  fill<<<1, 32, 8 * 1024 + 1>>>(d); // @launch
#endif
  cudaError_t e = cudaGetLastError();
  printf("%s\n", e == cudaSuccess ? "launched" : "refused");
  cudaFree(d);
  return 0;
}
