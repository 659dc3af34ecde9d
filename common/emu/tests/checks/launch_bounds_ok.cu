// A block of 128 threads, as many as the kernel's launch bounds allow.
#include <cstdio>
#include <cuda_runtime.h>

template <int MOST> __global__ void __launch_bounds__(2 * MOST, 1) fill(int *x) {
  x[threadIdx.x] = 1;
}

int main() {
  int *x;
  cudaMalloc(&x, 256 * sizeof(int));
  fill<64><<<1, 128>>>(x); // @launch
  cudaError_t e = cudaGetLastError();
  printf("%s\n", cudaGetErrorName(e));
  cudaFree(x);
  return e != cudaSuccess;
}
