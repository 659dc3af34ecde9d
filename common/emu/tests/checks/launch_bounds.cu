// A block of 256 threads, which the kernel's launch bounds forbid; they depend on a template argument.
// note: launch-refused kernel=fill<64> at=@launch what~"256 threads a block" advice~"launch it with"
// fixed: A block of 128 threads, as many as the kernel's launch bounds allow.
// prints: cudaSuccess
#include <cstdio>
#include <cuda_runtime.h>

template <int MOST> __global__ void __launch_bounds__(2 * MOST, 1) fill(int *x) {
  x[threadIdx.x] = 1;
}

int main() {
  int *x;
  cudaMalloc(&x, 256 * sizeof(int));
#ifdef FIXED
  fill<64><<<1, 128>>>(x);
#else
  fill<64><<<1, 256>>>(x); // @launch
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
