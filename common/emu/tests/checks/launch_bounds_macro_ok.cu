// A block of 128 threads, which the launch bounds in a macro allow.
#include <cstdio>
#include <cuda_runtime.h>

#define BOUNDS __launch_bounds__(128, 4)

__global__ void BOUNDS fill(int *x) {
  x[threadIdx.x] = 1;
}

int main() {
  int *x;
  cudaMalloc(&x, 128 * sizeof(int));
  fill<<<1, 128>>>(x);
  cudaError_t e = cudaGetLastError();
  printf("%s\n", cudaGetErrorName(e));
  cudaFree(x);
  return e != cudaSuccess;
}
