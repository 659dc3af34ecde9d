// 4 KiB in an automatic array: no index makes that fit the registers of a thread.
// note: local-array kernel=smooth at=@array what~"4096 bytes" what~"255 registers" advice~"give each thread less"
// fixed: The same sums in a running scalar.
// prints: 0
#include <cstdio>
#include <cuda_runtime.h>

__global__ void smooth(const float *in, float *out) {
#ifdef FIXED
  float sum = 0;
  for (int i = 0; i < 1024; i++) sum += in[i];
  out[threadIdx.x] = sum;
#else
  float line[1024]; // @array
  for (int i = 0; i < 1024; i++) line[i] = in[i];
  for (int i = 1; i < 1024; i++) line[i] += line[i - 1];
  out[threadIdx.x] = line[1023];
#endif
}

int main() {
  float *in, *out, h;
  cudaMalloc(&in, 4096);
  cudaMalloc(&out, 4096);
  cudaMemset(in, 0, 4096);
  smooth<<<1, 32>>>(in, out);
  cudaMemcpy(&h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
