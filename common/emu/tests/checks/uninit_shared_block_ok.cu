// Each block writes the shared memory that it reads.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void carry(float *out) {
  __shared__ float s;
  if (threadIdx.x == 0) s = blockIdx.x;
  __syncthreads();
  out[blockIdx.x] = s; // @read
}

int main() {
  float *d;
  cudaMalloc(&d, 256 * sizeof(float));
  cudaMemset(d, 0, 256 * sizeof(float));
  carry<<<2, 1>>>(d);
  float h = -1;
  cudaMemcpy(&h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h);
  cudaFree(d);
  return 0;
}
