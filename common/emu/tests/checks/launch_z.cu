// 65 threads in z, where a block may have 64.
// note: launch-refused kernel=fill at=@launch
// fixed: 64 threads in z.
// prints: launched
#include <cstdio>
#include <cuda_runtime.h>

__global__ void fill(float *out) {
  out[threadIdx.z] = 1;
}

int main() {
  float *d;
  cudaMalloc(&d, 4096);
#ifdef FIXED
  fill<<<1, dim3(1, 1, 64)>>>(d);
#else
  fill<<<1, dim3(1, 1, 65)>>>(d); // @launch
#endif
  cudaError_t e = cudaGetLastError();
  printf("%s\n", e == cudaSuccess ? "launched" : "refused");
  cudaFree(d);
  return 0;
}
