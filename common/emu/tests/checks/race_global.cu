// Blocks write different values to one word: which one stays is chance.
// expect: race-global kernel=last at=@write other=@write advice~"blocks and threads"
// fixed: Blocks add to one word by an atomic.
// prints: 6
#include <cstdio>
#include <cuda_runtime.h>

__global__ void last(float *out) {
#ifdef FIXED
  if (threadIdx.x == 0) atomicAdd(&out[0], (float)blockIdx.x);
#else
  if (threadIdx.x == 0) out[0] = blockIdx.x; // @write
#endif
  if (threadIdx.x == 0) out[1 + blockIdx.x] = blockIdx.x;
}

int main() {
  float *d;
  cudaMalloc(&d, 256 * sizeof(float));
  cudaMemset(d, 0, 256 * sizeof(float));
  last<<<4, 32>>>(d);
  float h = -1;
  cudaMemcpy(&h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h);
  cudaFree(d);
  return 0;
}
