// A shuffle whose source is the last lane that takes part.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void pass(float *out) {
  int t = threadIdx.x;
  float v = t;
  if (t < 16) v = __shfl_sync(0x0000ffffu, v, 15);
  __syncthreads();
  out[t] = v;
}

int main() {
  float *d;
  cudaMalloc(&d, 32 * sizeof(float));
  cudaMemset(d, 0, 32 * sizeof(float));
  pass<<<1, 32>>>(d);
  float h = -1;
  cudaMemcpy(&h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h);
  cudaFree(d);
  return 0;
}
