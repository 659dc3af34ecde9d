// The same loop with a step.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void fill(float *out, int n, int step) {
  for (int i = 0; i < n; i += step) out[i] = i;
}

int main() {
  float *d;
  cudaMalloc(&d, 32 * sizeof(float));
  fill<<<1, 1>>>(d, 32, 1);
  float h = -1;
  cudaMemcpy(&h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h);
  cudaFree(d);
  return 0;
}
