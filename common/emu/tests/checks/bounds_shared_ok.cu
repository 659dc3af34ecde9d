// A tile with room for its halo.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void halo(float *out) {
  __shared__ float s[65];
  int t = threadIdx.x;
  s[t] = t;
  if (t == 0) s[64] = 64; // @write
  __syncthreads();
  out[t] = s[t] + s[t + 1];
}

int main() {
  float *d;
  cudaMalloc(&d, 256 * sizeof(float));
  cudaMemset(d, 0, 256 * sizeof(float));
  halo<<<1, 64>>>(d);
  float h = -1;
  cudaMemcpy(&h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h);
  cudaFree(d);
  return 0;
}
