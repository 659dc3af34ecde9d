// Numbers that fit once the fraction is cut off.
#include <cmath>
#include <cstdio>
__device__ int same(int n) {
  return n;
}
__global__ void convert(int *out, const float *in) {
  out[0] = (int)in[0];
  unsigned char c = in[1];
  out[1] = c;
  out[2] = same(in[2] * 2.0f);
  double d = in[3];
  out[3] = static_cast<signed char>(d);
}
int main() {
  int *out, host[4];
  float *in, numbers[4] = {2147483520.0f, -0.9f, -4, 127.9f};
  cudaMalloc(&out, sizeof host);
  cudaMalloc(&in, sizeof numbers);
  cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  convert<<<1, 1>>>(out, in);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  printf("%d %d %d %d\n", host[0], host[1], host[2], host[3]);
  cudaFree(out);
  cudaFree(in);
  return 0;
}
