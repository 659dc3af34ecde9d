// A sum of 4096 ones in half precision stops at 2048, where one is half of the last digit.
// note: half-absorbed kernel=total at=@add block=0,0,0 thread=0,0,0 what~"2048 + 1 stays 2048"
// fixed: A sum of 4096 ones that arrive in half precision, accumulated in float.
// prints: 4096
#include <cstdio>
#include <cuda_fp16.h>

__global__ void total(const __half *in, float *out, int n) {
#ifdef FIXED
  float sum = 0;
  for (int i = 0; i < n; i++) sum = sum + __half2float(in[i]);
  *out = sum;
#else
  __half sum = 0.0f;
  for (int i = 0; i < n; i++) sum = sum + in[i]; // @add
  *out = __half2float(sum);
#endif
}

int main() {
  const int n = 4096;
  static __half h[n];
  for (int i = 0; i < n; i++) h[i] = __float2half(1.0f);
  __half *in;
  float *out, result;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof(float));
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  total<<<1, 1>>>(in, out, n);
  cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
  printf("%g\n", (double)result);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
