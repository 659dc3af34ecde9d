// Numbers that the whole number they become cannot hold: the hardware takes the nearest that it can.
// note: undefined-arithmetic kernel=convert at=@cast what~"3e+09" what~"2147483647" advice~"bring the number into the range first"
// note: undefined-arithmetic kernel=convert at=@implicit what~"-1.5" what~"becomes 0"
// note: undefined-arithmetic kernel=convert at=@argument what~"nan" what~"becomes 0"
// note: undefined-arithmetic kernel=convert at=@double what~"-300" what~"8 bits"
// fixed: Numbers that fit once the fraction is cut off.
// prints: 2147483520 0 -8 127
#include <cmath>
#include <cstdio>
__device__ int same(int n) {
  return n;
}
__global__ void convert(int *out, const float *in) {
  out[0] = (int)in[0];     // @cast
  unsigned char c = in[1]; // @implicit
  out[1] = c;
  out[2] = same(in[2] * 2.0f); // @argument
  double d = in[3];
  out[3] = static_cast<signed char>(d); // @double
}
int main() {
  int *out, host[4];
#ifdef FIXED
  float *in, numbers[4] = {2147483520.0f, -0.9f, -4, 127.9f};
#else
  float *in, numbers[4] = {3e9f, -1.5f, NAN, -300};
#endif
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
