// Lanes of one warp exchange through volatile shared memory without __syncwarp: they need not run in step.
// expect: race-shared kernel=last_warp at=@fold* other=@fold* block=0,0,0
// note: race-same-value kernel=last_warp at=@fold* other=@fold*
// fixed: The same exchange: every lane reads, all wait, every lane writes, all wait.
// prints: 496
#include <cstdio>
#include <cuda_runtime.h>

__global__ void last_warp(float *out) {
  __shared__ volatile float s[64];
  int t = threadIdx.x;
  s[t] = t;
  s[t + 32] = 0;
  __syncthreads();
#ifdef FIXED
  for (int offset = 16; offset > 0; offset /= 2) {
    float other = s[t + offset];
    __syncwarp();
    s[t] = s[t] + other;
    __syncwarp();
  }
#else
  s[t] += s[t + 16]; // @fold16
  s[t] += s[t + 8];  // @fold8
  s[t] += s[t + 4];  // @fold4
  s[t] += s[t + 2];  // @fold2
  s[t] += s[t + 1];  // @fold1
#endif
  if (t == 0) out[0] = s[0];
}

int main() {
  float *d;
  cudaMalloc(&d, 256 * sizeof(float));
  cudaMemset(d, 0, 256 * sizeof(float));
  last_warp<<<1, 32>>>(d);
  float h = -1;
  cudaMemcpy(&h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h);
  cudaFree(d);
  return 0;
}
