// Asynchronously copied data is read before the copy has arrived.
// expect: uninitialised-read kernel=twice at=@read what~"asynchronous copy" advice~"wait for the copy"
// fixed: Asynchronously copied data is read after the copy has arrived.
// prints: 10
#include <cstdio>
#include <cuda_pipeline.h>

__global__ void twice(float *out, const float *in) {
  __shared__ float s[32];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &in[t], sizeof(float)); // @copy
  __pipeline_commit();
#ifdef FIXED
  __pipeline_wait_prior(0);
#endif
  out[t] = 2 * s[t]; // @read
#ifndef FIXED
  __pipeline_wait_prior(0);
#endif
}

int main() {
  float *d, *in, h[32];
  for (int i = 0; i < 32; i++) h[i] = (float)i;
  cudaMalloc(&d, sizeof h);
  cudaMalloc(&in, sizeof h);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  twice<<<1, 32>>>(d, in);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h[5]);
  cudaFree(d);
  cudaFree(in);
  return 0;
}
