// A kernel calls a __device__ function by the address that the host has taken.
// expect: host-pointer-in-kernel kernel=map at=@call block=0,0,0 other=@launch what~"calls square"
// fixed: The host has copied the address from the device.
// prints: 961
#include <cstdio>
#include <cuda_runtime.h>

typedef int (*function)(int);

__device__ int square(int x) {
  return x * x;
}
__device__ function of_device = square;

__global__ void map(int *out, function f) {
  out[threadIdx.x] = f(threadIdx.x); // @call
}

int main() {
  int *d, h[32] = {0};
  function f = square;
#ifdef FIXED
  cudaMemcpyFromSymbol(&f, of_device, sizeof f);
#endif
  cudaMalloc(&d, sizeof h);
  map<<<1, 32>>>(d, f); // @launch
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[31]);
  cudaFree(d);
  return 0;
}
