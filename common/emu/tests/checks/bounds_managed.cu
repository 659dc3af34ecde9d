// A kernel runs past the end of managed memory.
// expect: out-of-bounds kernel=fill at=@store block=0,0,0 thread=8,0,0 what~"element 8"
#include <cstdio>
#include <cuda_runtime.h>

__global__ void fill(int *p) {
  p[threadIdx.x] = 1; // @store
}

int main() {
  int *p;
  cudaMallocManaged(&p, 8 * sizeof(int));
  p[0] = 5;
  fill<<<1, 32>>>(p);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
  return 0;
}
