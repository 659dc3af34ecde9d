// In place across blocks: a block reads the word that the next block overwrites.
// expect: race-global kernel=shift at=@read other=@write advice~"write into another array than is read"
// fixed: Out of place: no block reads what another writes.
// prints: 1
#include <cstdio>
#include <cuda_runtime.h>

__global__ void shift(float *data) {
  int i = blockIdx.x * 64 + threadIdx.x;
#ifdef FIXED
  float next = data[128 + (i + 1) % 128];
#else
  float next = data[(i + 1) % 128]; // @read
#endif
  __syncthreads();
  data[i] = next + 1; // @write
}

int main() {
  float *d;
  cudaMalloc(&d, 256 * sizeof(float));
  cudaMemset(d, 0, 256 * sizeof(float));
  shift<<<2, 64>>>(d);
  float h = -1;
  cudaMemcpy(&h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h);
  cudaFree(d);
  return 0;
}
