// The left neighbour in the first shared array, through a pointer that has lost its extent; the first element has none.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void shift(int *x) {
  __shared__ int s[32];
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
