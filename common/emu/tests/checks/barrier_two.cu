// The two halves of a block wait at different barriers.
// expect: barrier-not-reached kernel=branch at=@first|@second other=@first|@second block=0,0,0 advice~"every thread of the block must"
// fixed: The two halves of a block do different work before one barrier.
// prints: 1
#include <cstdio>
#include <cuda_runtime.h>

__global__ void branch(float *out, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = t;
  if (t < n) {
    s[t] = 1;
#ifndef FIXED
    __syncthreads(); // @first
#endif
  } else {
    s[t] = 2;
#ifndef FIXED
    __syncthreads(); // @second
#endif
  }
#ifdef FIXED
  __syncthreads();
#endif
  out[t] = s[t];
}

int main() {
  float *d;
  cudaMalloc(&d, 256 * sizeof(float));
  cudaMemset(d, 0, 256 * sizeof(float));
  branch<<<1, 64>>>(d, 40);
  float h = -1;
  cudaMemcpy(&h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h);
  cudaFree(d);
  return 0;
}
