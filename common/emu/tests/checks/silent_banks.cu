// Each lane reads a bank of its own, or all read one word.
// finding: none
// prints: 12
#include <cstdio>
#include <cuda_runtime.h>

__global__ void rotate(float *out) {
  __shared__ float s[32];
  int t = threadIdx.x;
  s[t] = t;
  __syncwarp();
  out[t] = s[(t + 5) % 32] + s[7];
}

int main() {
  float *out, h;
  cudaMalloc(&out, 128);
  rotate<<<1, 32>>>(out);
  cudaMemcpy(&h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h);
  cudaFree(out);
  return 0;
}
