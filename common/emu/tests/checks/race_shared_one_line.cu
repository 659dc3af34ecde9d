// A tree without a barrier at the end of each turn: one line reads what another warp has written in the turn before.
// expect: race-shared kernel=tree at=@line other=@line block=0,0,0 advice~"at the end of each turn"
// may: race-shared kernel=tree
// fixed: A barrier ends each turn.
// prints: 8256
#include <cstdio>
#include <cuda_runtime.h>

__global__ void tree(float *out) {
  __shared__ float s[128];
  int t = threadIdx.x;
  s[t] = t + 1;
  __syncthreads();
  for (int stride = 64; stride > 0; stride /= 2) {
    if (t < stride) s[t] += s[t + stride]; // @line
#ifdef FIXED
    __syncthreads();
#endif
  }
#ifndef FIXED
  __syncthreads();
#endif
  if (t == 0) *out = s[0];
}

int main() {
  float *d;
  cudaMalloc(&d, sizeof(float));
  tree<<<1, 128>>>(d);
  float h = -1;
  cudaMemcpy(&h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h);
  cudaFree(d);
  return 0;
}
