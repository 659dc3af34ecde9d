// An index is computed in an int, which overflows.
// expect: out-of-bounds kernel=mark at=@write block=0,0,0 thread=0,0,0 what~"element -" advice~"64 bits"
// fixed: It is computed in 64 bits, and compared.
// prints: 0
#include <cstdio>
#include <cuda_runtime.h>

__global__ void mark(char *a, size_t n, int row, int width) {
#ifdef FIXED
  size_t i = (size_t)row * width;
  if (i < n) a[i] = 1;
#else
  a[(int)((unsigned)row * (unsigned)width)] = 1; // @write
#endif
}

int main() {
  char *a, h = 0;
  cudaMalloc(&a, 1000);
  cudaMemset(a, 0, 1000);
  mark<<<1, 1>>>(a, 1000, 50000, 50000);
  cudaMemcpy(&h, a, 1, cudaMemcpyDeviceToHost);
  printf("%d\n", h);
  cudaFree(a);
  return 0;
}
