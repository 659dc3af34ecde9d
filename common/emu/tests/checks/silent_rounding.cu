// Roundings that are no mistake: a few small terms that a sum swallows, the same sum for equal elements, a sum
// that keeps what it loses (Kahan's), saturating arithmetic, a division by zero.
// prints: 1088 4096 1
#include <cstdio>
#include <cuda_fp16.h>

__global__ void benign(const __half *in, __half *out, int n) {
  __half sum = 0.0f, total = 0.0f, lost = 0.0f, one = 1.0f;
  for (int i = 0; i < 20; i++) sum += i < 17 ? __float2half(64.0f) : __float2half(0.25f);
  for (int i = 0; i < n; i++) out[i] = in[i] + one; // 2048 + 1, element by element
  for (int i = 0; i < 4096; i++) {
    __half y = one - lost, t = total + y;
    lost = (t - total) - y;
    total = t;
  }
  out[0] = sum;
  out[1] = total;
  out[2] = __hadd_sat(in[0], __float2half(65504.0f));
  out[3] = one / (sum - sum);
}

int main() {
  const int n = 64;
  __half h[n], *in, *out;
  for (int i = 0; i < n; i++) h[i] = __float2half(2048.0f);
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  benign<<<1, 1>>>(in, out, n);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g %g %g\n", (double)__half2float(h[0]), (double)__half2float(h[1]), (double)__half2float(h[2]));
  cudaFree(in);
  cudaFree(out);
  return 0;
}
