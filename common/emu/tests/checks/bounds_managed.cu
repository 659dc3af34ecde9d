// A kernel runs past the end of managed memory.
// expect: out-of-bounds kernel=fill at=@store block=0,0,0 thread=8,0,0 what~"element 8"
// fixed: A kernel stops at the end of managed memory.
// prints: cudaSuccess
#include <cstdio>
#include <cuda_runtime.h>

__global__ void fill(int *p) {
  p[threadIdx.x] = 1; // @store
}

int main() {
  int *p;
  cudaMallocManaged(&p, 8 * sizeof(int));
  p[0] = 5;
#ifdef FIXED
  fill<<<1, 8>>>(p);
#else
  fill<<<1, 32>>>(p);
#endif
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
  return 0;
}
