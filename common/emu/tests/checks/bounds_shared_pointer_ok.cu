// The same with an array that is large enough.
#include <cstdio>
#include <cuda_runtime.h>

__device__ void put(float *s, int i) {
  s[i] = i;
}

__global__ void fill(float *out) {
  __shared__ float a[65];
  int t = threadIdx.x;
  put(a, t + 1);
  __syncthreads();
  out[t] = a[t > 0 ? t : 1];
}

int main() {
  float *d;
  cudaMalloc(&d, 64 * sizeof(float));
  cudaMemset(d, 0, 64 * sizeof(float));
  fill<<<1, 64>>>(d);
  float h = -1;
  cudaMemcpy(&h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h);
  cudaFree(d);
  return 0;
}
