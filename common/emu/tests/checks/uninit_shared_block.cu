// Shared memory of one block is no other block's: only block 0 writes what both read.
// expect: uninitialised-read kernel=carry at=@read block=1,0,0 thread=0,0,0
// fixed: Each block writes the shared memory that it reads.
// prints: 0
#include <cstdio>
#include <cuda_runtime.h>

__global__ void carry(float *out) {
  __shared__ float s;
#ifdef FIXED
  if (threadIdx.x == 0) s = blockIdx.x;
#else
  if (threadIdx.x == 0 && blockIdx.x == 0) s = blockIdx.x;
#endif
  __syncthreads();
  out[blockIdx.x] = s; // @read
}

int main() {
  float *d;
  cudaMalloc(&d, 256 * sizeof(float));
  cudaMemset(d, 0, 256 * sizeof(float));
  carry<<<2, 1>>>(d);
  float h = -1;
  cudaMemcpy(&h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h);
  cudaFree(d);
  return 0;
}
