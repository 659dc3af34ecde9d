// A read before the dynamic shared memory.
// expect: out-of-bounds kernel=shift at=@read thread=0,0,0 what~"element -1 (4-byte elements) of the dynamic shared memory, which begins with element 0"
// fixed: The left neighbour in the dynamic shared memory; the first element has none.
// prints: 0
#include <cstdio>
#include <cuda_runtime.h>

__global__ void shift(int *x) {
  extern __shared__ int s[];
  int *p = s, t = threadIdx.x;
  p[t] = t;
  __syncthreads();
#ifdef FIXED
  x[t] = p[t > 0 ? t - 1 : 0];
#else
  x[t] = p[t - 1]; // @read
#endif
}

int main() {
  int *x, h = 0;
  cudaMalloc(&x, 32 * sizeof *x);
  shift<<<1, 32, 32 * sizeof *x>>>(x);
  cudaMemcpy(&h, x, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h);
  cudaFree(x);
  return 0;
}
