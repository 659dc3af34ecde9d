// A missing barrier: a thread reads what its neighbour of another warp writes.
// expect: race-shared kernel=neighbour at=@read other=@write block=0,0,0
// may: uninitialised-read kernel=neighbour at=@read
// fixed: The same exchange with its barrier.
// prints: 1
#include <cstdio>
#include <cuda_runtime.h>

__global__ void neighbour(float *out) {
  __shared__ float s[256];
  s[threadIdx.x] = threadIdx.x; // @write
#ifdef FIXED
  __syncthreads();
#endif
  out[threadIdx.x] = s[(threadIdx.x + 1) % 256]; // @read
}

int main() {
  float *d;
  cudaMalloc(&d, 256 * sizeof(float));
  cudaMemset(d, 0, 256 * sizeof(float));
  neighbour<<<1, 256>>>(d);
  float h = -1;
  cudaMemcpy(&h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h);
  cudaFree(d);
  return 0;
}
