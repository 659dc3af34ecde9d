// A match whose mask names lanes that do not take part.
// expect: warp-sync-mask kernel=pass at=@match block=0,0,0 what~__match_any_sync
// fixed: A match whose mask names the lanes that take part.
// prints: 9249
#include <cstdio>
#include <cuda_runtime.h>

__global__ void pass(unsigned *out) {
  int t = threadIdx.x;
  unsigned v = 0;
#ifdef FIXED
  if (t < 16) v = __match_any_sync(0x0000ffffu, t % 3);
#else
  if (t < 16) v = __match_any_sync(0xffffffffu, t % 3); // @match
#endif
  __syncthreads();
  out[t] = v;
}

int main() {
  unsigned *d, h = 0;
  cudaMalloc(&d, 32 * sizeof(unsigned));
  pass<<<1, 32>>>(d);
  cudaMemcpy(&h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%x\n", h);
  cudaFree(d);
  return 0;
}
