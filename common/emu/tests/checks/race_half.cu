// Every thread adds to one half-precision sum without an atomic.
// expect: race-global kernel=total at=@add other=@add block=0,0,0
// fixed: Every thread adds to one half-precision sum with an atomic.
// prints: 32
#include <cstdio>
#include <cuda_fp16.h>

__global__ void total(__half *sum, const __half *in) {
#ifdef FIXED
  atomicAdd(sum, in[threadIdx.x]);
#else
  *sum = *sum + in[threadIdx.x]; // @add
#endif
}

int main() {
  __half *d, *in, h[32];
  for (int i = 0; i < 32; i++) h[i] = __float2half(1.0f);
  cudaMalloc(&d, sizeof(__half));
  cudaMalloc(&in, sizeof h);
  cudaMemset(d, 0, sizeof(__half));
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  total<<<1, 32>>>(d, in);
  cudaMemcpy(h, d, sizeof(__half), cudaMemcpyDeviceToHost);
  printf("%g\n", (double)__half2float(h[0]));
  cudaFree(d);
  cudaFree(in);
  return 0;
}
