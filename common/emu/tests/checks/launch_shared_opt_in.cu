// More than 48 KiB of dynamic shared memory without asking for it by cudaFuncSetAttribute.
// note: launch-refused kernel=fill at=@launch what~"65536 bytes of shared memory"
// fixed: More than 48 KiB of dynamic shared memory after asking for it by cudaFuncSetAttribute.
// prints: cudaSuccess
#include <cstdio>
#include <cuda_runtime.h>

__global__ void fill(int *out) {
  extern __shared__ int s[];
  s[threadIdx.x] = 1;
  out[threadIdx.x] = s[threadIdx.x];
}

int main() {
  int *d;
  cudaMalloc(&d, 32 * sizeof(int));
#ifdef FIXED
  cudaFuncSetAttribute(fill, cudaFuncAttributeMaxDynamicSharedMemorySize, 64 << 10);
#endif
  fill<<<1, 32, 64 << 10>>>(d); // @launch
  printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  cudaFree(d);
  return 0;
}
