// A block of 2048 threads: the kernel does not run, nobody asks, and the program prints what it never computed.
// expect: invalid-launch kernel=fill at=@launch what~"2048 threads"
// expect: launch-error-unread kernel=fill at=@launch what~"did not run" what~"2048 threads" what~cudaErrorInvalidValue
// fixed: A block of 1024 threads at most, and the program asks whether the launch was accepted.
// prints: 1
#include <cstdio>
#include <cuda_runtime.h>

__global__ void fill(float *out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

int main() {
  float *d, h;
  cudaMalloc(&d, 2048 * sizeof(float));
  cudaMemset(d, 0, 2048 * sizeof(float));
#ifdef FIXED
  fill<<<2, 1024>>>(d);
  cudaError_t e = cudaGetLastError();
  if (e != cudaSuccess) printf("%s\n", cudaGetErrorString(e));
#else
  fill<<<1, 2048>>>(d);    // @launch
  cudaDeviceSynchronize(); // knows nothing of a launch that was refused
#endif
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h);
  cudaFree(d);
  return 0;
}
