// Threads past the end return before the barrier.
// note: barrier-after-return kernel=branch at=@barrier block=0,0,0 what~"thread (40,0,0), for one, has returned" advice~"GPUs since Volta"
// fixed: Threads past the end return after the last barrier.
// prints: 0
#include <cstdio>
#include <cuda_runtime.h>

__global__ void branch(float *out, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = t;
#ifdef FIXED
  __syncthreads();
#endif
  if (t >= n) return;
#ifndef FIXED
  __syncthreads(); // @barrier
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
