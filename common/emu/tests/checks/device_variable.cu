// Host code stores into a __device__ variable: it meets the host's shadow of it, never the device's value.
// expect: device-pointer-on-host at=@write advice~"copy to and from a __device__"
// fixed: A __device__ variable set by the copy that is made for it.
// prints: 5
#include <cstdio>
#include <cuda_runtime.h>

__device__ int counter;

__global__ void count(int *out) {
  out[threadIdx.x] = counter + threadIdx.x;
}

int main() {
  int *d;
  cudaMalloc(&d, 32 * sizeof(int));
#ifdef FIXED
  int five = 5;
  cudaMemcpyToSymbol(counter, &five, sizeof five);
#else
  counter = 5; // @write
#endif
  count<<<1, 32>>>(d);
  int h = -1;
  cudaMemcpy(&h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%d\n", h);
  cudaFree(d);
  return 0;
}
