// A flag that any thread may raise, through a volatile: meant to meet.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void raise(volatile int *flag, const int *value) {
  if (value[blockIdx.x * blockDim.x + threadIdx.x] == 0) flag[0] = 1;
}

int main() {
  int *d, h = 0;
  cudaMalloc(&d, 4096 * sizeof(int));
  cudaMemset(d, 0, 4096 * sizeof(int));
  raise<<<4, 64>>>(d, d + 1);
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h);
  cudaFree(d);
  return 0;
}
