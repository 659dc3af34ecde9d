// The left neighbour in the dynamic shared memory; the first element has none.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void shift(int *x) {
  extern __shared__ int s[];
  int *p = s, t = threadIdx.x;
  p[t] = t;
  __syncthreads();
  x[t] = p[t > 0 ? t - 1 : 0]; // @read
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
