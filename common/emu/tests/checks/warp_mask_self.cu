// A lane calls a shuffle whose mask does not name it.
// expect: warp-sync-mask kernel=pass at=@shuffle block=0,0,0 advice~"the calling lane"
// fixed: Every lane calls a shuffle whose mask names every lane.
// prints: 3
#include <cstdio>
#include <cuda_runtime.h>

__global__ void pass(float *out) {
  int t = threadIdx.x;
  float v = t;
#ifdef FIXED
  v = __shfl_sync(0xffffffffu, v, 3);
#else
  v = __shfl_sync(0x0000ffffu, v, 3); // @shuffle
#endif
  out[t] = v;
}

int main() {
  float *d;
  cudaMalloc(&d, 32 * sizeof(float));
  cudaMemset(d, 0, 32 * sizeof(float));
  pass<<<1, 32>>>(d);
  float h = -1;
  cudaMemcpy(&h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h);
  cudaFree(d);
  return 0;
}
