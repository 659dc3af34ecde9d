// The barrier that ends a round is missing: the next round overwrites what is still being read.
// expect: race-shared kernel=rounds at=@write other=@read block=0,0,0 advice~"one turn of the loop meets the next"
// fixed: Rounds that begin and end with a barrier.
// prints: 384
#include <cstdio>
#include <cuda_runtime.h>

__global__ void rounds(float *out) {
  __shared__ float s[128];
  float sum = 0;
  for (int round = 0; round < 3; round++) {
    s[threadIdx.x] = threadIdx.x + round; // @write
    __syncthreads();
    sum += s[127 - threadIdx.x]; // @read
#ifdef FIXED
    __syncthreads();
#endif
  }
  out[threadIdx.x] = sum;
}

int main() {
  float *d;
  cudaMalloc(&d, 256 * sizeof(float));
  cudaMemset(d, 0, 256 * sizeof(float));
  rounds<<<1, 128>>>(d);
  float h = -1;
  cudaMemcpy(&h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h);
  cudaFree(d);
  return 0;
}
