// A tile that an A100 grants a block and a T4 does not: its size was written down, not asked for.
// note: launch-refused kernel=fill at=@launch what~"102400 bytes of shared memory" advice~"65536" advice~"no launch on"
// fixed: The tile is as large as the device grants.
// prints: cudaSuccess
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void fill(int *out) {
  extern __shared__ int s[];
  s[threadIdx.x] = 1;
  out[threadIdx.x] = s[threadIdx.x];
}

int main() {
  setenv("EMU_DEVICE", "t4", 1);
  int *d, bytes = 100 << 10;
  cudaMalloc(&d, 32 * sizeof(int));
#ifdef FIXED
  cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0);
#endif
  if (cudaFuncSetAttribute(fill, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)) cudaGetLastError();
  fill<<<1, 32, bytes>>>(d); // @launch
  printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  cudaFree(d);
  return 0;
}
