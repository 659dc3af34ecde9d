// The launch asks for as much dynamic shared memory as the kernel uses.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void dynamic(float *out) {
  extern __shared__ float s[];
  s[threadIdx.x] = threadIdx.x; // @write
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x ^ 1];
}

int main() {
  float *d;
  cudaMalloc(&d, 256 * sizeof(float));
  cudaMemset(d, 0, 256 * sizeof(float));
  dynamic<<<1, 64, 64 * sizeof(float)>>>(d);
  float h = -1;
  cudaMemcpy(&h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h);
  cudaFree(d);
  return 0;
}
