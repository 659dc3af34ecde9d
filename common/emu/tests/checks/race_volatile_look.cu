// A volatile look at a sum in shared memory that other threads still add to: its value is used, and nothing verifies it.
// expect: race-shared kernel=add at=@look other=@add
// fixed: A barrier stands between the sums and the look.
// prints: 2016
#include <cstdio>
#include <cuda_runtime.h>

__global__ void add(unsigned *out) {
  __shared__ unsigned sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  atomicAdd(&sum, threadIdx.x); // @add
#ifdef FIXED
  __syncthreads();
#endif
  out[threadIdx.x] = *(volatile unsigned *)&sum; // @look
}

int main() {
  unsigned *x, h;
  cudaMalloc(&x, 64 * sizeof *x);
  add<<<1, 64>>>(x);
  cudaMemcpy(&h, x + 63, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(x);
  printf("%u\n", h);
  return 0;
}
