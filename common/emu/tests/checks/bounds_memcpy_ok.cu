// A kernel's memcpy copies as much as the buffer holds.
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

__global__ void copy(const float *in, float *out, int n) {
  float room[64];
  memcpy(room, in, n);
  out[0] = room[0];
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 32 * sizeof(float));
  cudaMalloc(&out, sizeof(float));
  cudaMemset(in, 0, 32 * sizeof(float));
  copy<<<1, 1>>>(in, out, 32 * sizeof(float));
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(in);
  cudaFree(out);
  return 0;
}
