// More dynamic shared memory than a block may have.
// note: launch-refused kernel=fill at=@launch advice~"dynamic shared memory beyond"
// fixed: As much dynamic shared memory as a block may have.
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
  fill<<<1, 32, 48 * 1024>>>(d);
#else
  fill<<<1, 32, 48 * 1024 + 1>>>(d); // @launch
#endif
  cudaError_t e = cudaGetLastError();
  printf("%s\n", e == cudaSuccess ? "launched" : "refused");
  cudaFree(d);
  return 0;
}
