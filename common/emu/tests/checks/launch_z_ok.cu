// 64 threads in z.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void fill(float *out) {
  out[threadIdx.z] = 1;
}

int main() {
  float *d;
  cudaMalloc(&d, 4096);
  fill<<<1, dim3(1, 1, 64)>>>(d); // @launch
  cudaError_t e = cudaGetLastError();
  printf("%s\n", e == cudaSuccess ? "launched" : "refused");
  cudaFree(d);
  return 0;
}
