// A block of 256 threads, which the kernel's launch bounds forbid; they stand in a macro.
// expect: invalid-launch kernel=fill at=@launch what~"256 threads a block"
#include <cstdio>
#include <cuda_runtime.h>

#define BOUNDS __launch_bounds__(128, 4)

__global__ void BOUNDS fill(int *x) {
  x[threadIdx.x] = 1;
}

int main() {
  int *x;
  cudaMalloc(&x, 256 * sizeof(int));
  fill<<<1, 256>>>(x); // @launch
  cudaError_t e = cudaGetLastError();
  printf("%s\n", cudaGetErrorName(e));
  cudaFree(x);
  return e != cudaErrorInvalidValue;
}
