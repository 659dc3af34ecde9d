// Half a warp adds up: lanes 8 to 15 read lanes that take no part. Nobody uses what they get, and yet a lane may
// read only from lanes that take part.
// expect: warp-sync-mask kernel=fold at=@shuffle block=0,0,0 thread=8,0,0 what~"reads lane 16"
// fixed: The same with the width of 16 lanes: those whose source lies beyond read themselves.
// prints: 120
#include <cstdio>
#include <cuda_runtime.h>

__global__ void fold(float *out) {
  int t = threadIdx.x;
  float v = t;
  if (t < 16)
#ifdef FIXED
    for (int offset = 8; offset > 0; offset /= 2) v += __shfl_down_sync(0xffffu, v, offset, 16);
#else
    for (int offset = 8; offset > 0; offset /= 2) v += __shfl_down_sync(0xffffu, v, offset); // @shuffle
#endif
  if (t == 0) *out = v;
}

int main() {
  float *d, h;
  cudaMalloc(&d, sizeof h);
  fold<<<1, 32>>>(d);
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h);
  cudaFree(d);
  return 0;
}
