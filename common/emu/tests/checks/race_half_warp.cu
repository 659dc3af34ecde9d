// A lane reads a word, then the other half of its warp meets, reads it and overwrites it: the first read is not ordered.
// expect: race-shared kernel=exchange at=@write other=@read* block=0,0,0 advice~"lockstep: put __syncwarp()"
// fixed: The whole warp meets.
// prints: 7 7
#include <cstdio>
#include <cuda_runtime.h>

#ifdef FIXED
#define MEET 0xffffffffu
#else
#define MEET 0xffff0000u
#endif

__global__ void exchange(int *out) {
  __shared__ int s;
  int t = threadIdx.x, v = 0;
  if (t == 0) s = 7;
  __syncthreads();
  if (t == 1) v = s; // @read1
  if (MEET >> t & 1) __syncwarp(MEET);
  if (t == 16) v = s; // @read16
  if (MEET >> t & 1) __syncwarp(MEET);
  if (t == 17) s = 9; // @write
  __syncwarp();
  out[t] = v;
}

int main() {
  int *d, h[32];
  cudaMalloc(&d, sizeof h);
  exchange<<<1, 32>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(d);
  printf("%d %d\n", h[1], h[16]);
}
