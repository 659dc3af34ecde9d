// A match whose mask names the lanes that take part.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void pass(unsigned *out) {
  int t = threadIdx.x;
  unsigned v = 0;
  if (t < 16) v = __match_any_sync(0x0000ffffu, t % 3);
  __syncthreads();
  out[t] = v;
}

int main() {
  unsigned *d, h = 0;
  cudaMalloc(&d, 32 * sizeof(unsigned));
  pass<<<1, 32>>>(d);
  cudaMemcpy(&h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%x\n", h);
  cudaFree(d);
  return 0;
}
