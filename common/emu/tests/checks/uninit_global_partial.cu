// An input of which the last element was not copied.
// expect: uninitialised-read kernel=sum at=@read block=0,0,0 thread=31,0,0
// fixed: An input of which every element was copied, in two pieces.
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
  float zero[31] = {0};
  cudaMemcpy(e, zero, sizeof zero, cudaMemcpyHostToDevice);
#ifdef FIXED
  cudaMemcpy(e + 1, zero, sizeof zero, cudaMemcpyHostToDevice);
#endif
  sum<<<1, 32>>>(e, d);
  float h = -1;
  cudaMemcpy(&h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h);
  cudaFree(e);
  cudaFree(d);
  return 0;
}
