// Asynchronously copied data is read by the neighbour behind a barrier, but the copy is never waited for.
// expect: uninitialised-read kernel=turn at=@read other=@copy what~"nobody has waited for"
// fixed: Each thread waits for its own copy in front of the barrier; a last copy that nobody reads may be left alone.
// prints: 26
#include <cstdio>
#include <cuda_pipeline.h>

__global__ void turn(float *out, const float *in) {
  __shared__ float s[32];
  int t = threadIdx.x;
  s[t] = 0;
  __syncthreads();
  __pipeline_memcpy_async(&s[t], &in[t], sizeof(float)); // @copy
  __pipeline_commit();
#ifdef FIXED
  __pipeline_wait_prior(0);
#endif
  __syncthreads();
  out[t] = s[31 - t]; // @read
  __syncthreads();
  __pipeline_memcpy_async(&s[t], &in[t], sizeof(float));
  __pipeline_commit();
}

int main() {
  float *d, *in, h[32];
  for (int i = 0; i < 32; i++) h[i] = (float)i;
  cudaMalloc(&d, sizeof h);
  cudaMalloc(&in, sizeof h);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  turn<<<1, 32>>>(d, in);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h[5]);
  cudaFree(d);
  cudaFree(in);
  return 0;
}
