// A sum of 4096 ones that arrive in half precision, accumulated in float.
#include <cstdio>
#include <cuda_fp16.h>

__global__ void total(const __half *in, float *out, int n) {
  float sum = 0;
  for (int i = 0; i < n; i++) sum = sum + __half2float(in[i]);
  *out = sum;
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
