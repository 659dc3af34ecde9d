// The same with the width of 16 lanes: those whose source lies beyond read themselves.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void fold(float *out) {
  int t = threadIdx.x;
  float v = t;
  if (t < 16)
    for (int offset = 8; offset > 0; offset /= 2) v += __shfl_down_sync(0xffffu, v, offset, 16);
  if (t == 0) *out = v;
}

int main() {
  float *d, h;
  cudaMalloc(&d, sizeof h);
  fold<<<1, 32>>>(d);
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h);
  cudaFree(d);
  return 0;
}
