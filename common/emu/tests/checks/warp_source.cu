// A shuffle that reads a lane which does not take part: its value is undefined, here 0.
// expect: warp-sync-mask kernel=pass at=@shuffle block=0,0,0 advice~"let all lanes"
// fixed: A shuffle whose source is the last lane that takes part.
// prints: 15
// gives: 0
#include <cstdio>
#include <cuda_runtime.h>

__global__ void pass(float *out) {
  int t = threadIdx.x;
  float v = t;
#ifdef FIXED
  if (t < 16) v = __shfl_sync(0x0000ffffu, v, 15);
#else
  if (t < 16) v = __shfl_sync(0x0000ffffu, v, 20); // @shuffle
#endif
  __syncthreads();
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
