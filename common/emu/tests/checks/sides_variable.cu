// The name of a __device__ array is handed to a kernel.
// expect: host-pointer-in-kernel kernel=fill at=@write block=0,0,0 other=@launch what~"table, element 0" advice~"cudaGetSymbolAddress"
// fixed: The kernel gets the pointer that cudaGetSymbolAddress gives.
// prints: 31
#include <cstdio>
#include <cuda_runtime.h>

__device__ int table[32];

__global__ void fill(int *t) {
  t[threadIdx.x] = threadIdx.x; // @write
}

int main() {
  int h[32] = {0}, *p = table;
#ifdef FIXED
  cudaGetSymbolAddress((void **)&p, table);
#endif
  fill<<<1, 32>>>(p); // @launch
  cudaMemcpyFromSymbol(h, table, sizeof h);
  printf("%d\n", h[31]);
  return 0;
}
