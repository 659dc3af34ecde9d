// A block of 2048 threads: the kernel does not run, nobody asks, and the program prints what it never computed.
// expect: invalid-launch kernel=fill at=@launch what~"2048 threads"
// expect: launch-error-unread kernel=fill at=@launch what~"did not run" what~"2048 threads" what~cudaErrorInvalidConfiguration
#include <cstdio>
#include <cuda_runtime.h>

__global__ void fill(float *out) {
  out[threadIdx.x] = 1;
}

int main() {
  float *d, h;
  cudaMalloc(&d, 2048 * sizeof(float));
  cudaMemset(d, 0, 2048 * sizeof(float));
  fill<<<1, 2048>>>(d);    // @launch
  cudaDeviceSynchronize(); // knows nothing of a launch that was refused
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h);
  cudaFree(d);
  return 0;
}
