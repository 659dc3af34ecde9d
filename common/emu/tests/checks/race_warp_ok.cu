// The same exchange: every lane reads, all wait, every lane writes, all wait.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void last_warp(float *out) {
  __shared__ volatile float s[64];
  int t = threadIdx.x;
  s[t] = t;
  s[t + 32] = 0;
  __syncthreads();
  for (int offset = 16; offset > 0; offset /= 2) {
    float other = s[t + offset];
    __syncwarp();
    s[t] = s[t] + other;
    __syncwarp();
  }
  if (t == 0) out[0] = s[0];
}

int main() {
  float *d;
  cudaMalloc(&d, 256 * sizeof(float));
  cudaMemset(d, 0, 256 * sizeof(float));
  last_warp<<<1, 32>>>(d);
  float h = -1;
  cudaMemcpy(&h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h);
  cudaFree(d);
  return 0;
}
