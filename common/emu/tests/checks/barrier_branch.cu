// A barrier inside a branch that not every thread takes.
// expect: barrier-not-reached kernel=branch at=@barrier block=0,0,0
// fixed: A barrier inside a branch that every thread takes.
// prints: 0
#include <cstdio>
#include <cuda_runtime.h>

__global__ void branch(float *out, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = t;
#ifdef FIXED
  if (n > 0) {
#else
  if (t < n) {
#endif
    __syncthreads(); // @barrier
  }
#ifdef FIXED
  if (t < n) out[t] = s[63 - t];
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
