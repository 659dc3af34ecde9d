// A dot product in half precision runs over the end of the format: 4 * 200 * 100 is more than 65504.
// note: half-overflow kernel=dot at=@add block=0,0,0 what~infinity what~65504 advice~"multiply and add in float"
// fixed: A dot product of half-precision numbers whose products are made and added in float.
// prints: 80000
#include <cstdio>
#include <cuda_fp16.h>

__global__ void dot(const __half *a, const __half *b, float *out) {
#ifdef FIXED
  float sum = 0;
  for (int i = threadIdx.x; i < 128; i += 32) sum += __half2float(a[i]) * __half2float(b[i]);
  out[threadIdx.x] = sum;
#else
  __half sum = 0.0f;
  for (int i = threadIdx.x; i < 128; i += 32) sum = __hfma(a[i], b[i], sum); // @add
  out[threadIdx.x] = __half2float(sum);
#endif
}

int main() {
  __half h[256], *d;
  for (int i = 0; i < 128; i++) h[i] = __float2half(200.0f), h[128 + i] = __float2half(100.0f);
  float *out, result;
  cudaMalloc(&d, sizeof h);
  cudaMalloc(&out, 32 * sizeof(float));
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  dot<<<1, 32>>>(d, d + 128, out);
  cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
  printf("%g\n", (double)result);
  cudaFree(d);
  cudaFree(out);
  return 0;
}
