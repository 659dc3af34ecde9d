// All store the same value, as the data happen to be: right here, a race with other data.
// note: race-same-value kernel=last at=@line other=@line
// fixed: A flag that any thread may raise, through a volatile: meant to meet.
// prints: 1
#include <cstdio>
#include <cuda_runtime.h>

#ifdef FIXED
__global__ void last(volatile int *x, const int *value) {
  if (value[blockIdx.x * blockDim.x + threadIdx.x] == 0) x[0] = 1;
}
#else
__global__ void last(int *x, const int *value) {
  x[0] = value[blockIdx.x * blockDim.x + threadIdx.x]; // @line
}
#endif

int main() {
  int *d, h = 0;
  cudaMalloc(&d, 4096 * sizeof(int));
  cudaMemset(d, 0, 4096 * sizeof(int));
  last<<<4, 64>>>(d, d + 1);
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h);
  cudaFree(d);
  return 0;
}
