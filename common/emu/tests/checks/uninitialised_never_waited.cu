// Asynchronously copied data is read by the neighbour behind a barrier, but the copy is never waited for.
// expect: uninitialised-read kernel=turn at=@read other=@copy what~"nobody has waited for"
#include <cstdio>
#include <cuda_pipeline.h>

__global__ void turn(float *out, const float *in) {
  __shared__ float s[32];
  int t = threadIdx.x;
  s[t] = 0;
  __syncthreads();
  __pipeline_memcpy_async(&s[t], &in[t], sizeof(float)); // @copy
  __pipeline_commit();
  __syncthreads();
  out[t] = s[31 - t]; // @read
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
