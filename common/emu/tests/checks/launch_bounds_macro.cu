// A block of 256 threads, which the kernel's launch bounds forbid; they stand in a macro.
// note: launch-refused kernel=fill at=@launch what~"256 threads a block"
// fixed: A block of 128 threads, which the launch bounds in a macro allow.
// prints: cudaSuccess
#include <cstdio>
#include <cuda_runtime.h>

#define BOUNDS __launch_bounds__(128, 4)

__global__ void BOUNDS fill(int *x) {
  x[threadIdx.x] = 1;
}

int main() {
  int *x;
  cudaMalloc(&x, 256 * sizeof(int));
#ifdef FIXED
  fill<<<1, 128>>>(x);
#else
  fill<<<1, 256>>>(x); // @launch
#endif
  cudaError_t e = cudaGetLastError();
  printf("%s\n", cudaGetErrorName(e));
  cudaFree(x);
#ifdef FIXED
  return e != cudaSuccess;
#else
  return e != cudaErrorInvalidValue;
#endif
}
