// A __device__ variable set by the copy that is made for it.
#include <cstdio>
#include <cuda_runtime.h>

__device__ int counter;

__global__ void count(int *out) {
  out[threadIdx.x] = counter + threadIdx.x;
}

int main() {
  int *d;
  cudaMalloc(&d, 32 * sizeof(int));
  int five = 5;
  cudaMemcpyToSymbol(counter, &five, sizeof five);
  count<<<1, 32>>>(d);
  int h = -1;
  cudaMemcpy(&h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%d\n", h);
  cudaFree(d);
  return 0;
}
