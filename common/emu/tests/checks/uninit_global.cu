// An input that was allocated and never written.
// expect: uninitialised-read kernel=sum at=@read block=0,0,0 advice~"memory from cudaMalloc and"
// fixed: An input that was set first.
// prints: 0
#include <cstdio>
#include <cuda_runtime.h>

__global__ void sum(const float *in, float *out) {
  out[threadIdx.x] = in[threadIdx.x]; // @read
}

int main() {
  float *d;
  cudaMalloc(&d, 32 * sizeof(float));
  cudaMemset(d, 0, 32 * sizeof(float));
  float *e;
  cudaMalloc(&e, 32 * sizeof(float));
#ifdef FIXED
  cudaMemset(e, 0, 32 * sizeof(float));
#endif
  sum<<<1, 32>>>(e, d);
  float h = -1;
  cudaMemcpy(&h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h);
  cudaFree(e);
  cudaFree(d);
  return 0;
}
