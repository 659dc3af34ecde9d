// The same exchange with its barrier.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void neighbour(float *out) {
  __shared__ float s[256];
  s[threadIdx.x] = threadIdx.x; // @write
  __syncthreads();
  out[threadIdx.x] = s[(threadIdx.x + 1) % 256]; // @read
}

int main() {
  float *d;
  cudaMalloc(&d, 256 * sizeof(float));
  cudaMemset(d, 0, 256 * sizeof(float));
  neighbour<<<1, 256>>>(d);
  float h = -1;
  cudaMemcpy(&h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h);
  cudaFree(d);
  return 0;
}
