// Half a warp adds up: lanes 8 to 15 read lanes that take no part. Nobody uses what they get, and yet a lane may
// read only from lanes that take part.
// expect: warp-sync-mask kernel=fold at=@shuffle block=0,0,0 thread=8,0,0 what~"reads lane 16"
#include <cstdio>
#include <cuda_runtime.h>

__global__ void fold(float *out) {
  int t = threadIdx.x;
  float v = t;
  if (t < 16)
    for (int offset = 8; offset > 0; offset /= 2) v += __shfl_down_sync(0xffffu, v, offset); // @shuffle
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
