// prints: 3 of seven: 12
// prints: arithmetic: ok
// Results that differ between a host's library and a device: zeros with a sign, saturation, clamped conversions, plain char.
#include "check.h"
#include <cmath>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

__global__ void signs(const float *in, int *out) {
  const float minus = in[0], plus = in[1], nan = in[2];
  const double below = minus, above = plus;
  out[0] = signbit(fminf(minus, plus)) && signbit(fminf(plus, minus));
  out[1] = !signbit(fmaxf(minus, plus)) && !signbit(fmaxf(plus, minus));
  out[2] = signbit(min(minus, plus)) && signbit(min(plus, minus));
  out[3] = !signbit(max(minus, plus)) && !signbit(max(plus, minus));
  out[4] = signbit(fmin(below, above)) && signbit(min(above, below));
  out[5] = !signbit(fmax(below, above)) && !signbit(max(above, below));
  out[6] = __float_as_int(__saturatef(minus)) == 0 && __float_as_int(__saturatef(nan)) == 0;
  out[7] = __saturatef(nan + 2) == 0 && __saturatef(plus + 2) == 1 && __saturatef(plus + 0.25f) == 0.25f;
  out[8] = fminf(nan, 1) == 1 && fmaxf(1, nan) == 1 && fminf(2, 1) == 1 && fmaxf(2, 1) == 2 &&
           isnan(fmaxf(nan, nan));
}

__global__ void selected(unsigned *out, unsigned x, unsigned y) {
  out[0] = __byte_perm(x, y, 0x3210);
  out[1] = __byte_perm(x, y, 0xba98);
  out[2] = __byte_perm(x, y, 0xfedc);
}

template <class H> __global__ void narrowed(const float *in, int *out) {
  const H h = in[threadIdx.x];
  int *o = out + 5 * threadIdx.x;
  o[0] = (signed char)h;
  o[1] = (unsigned char)h;
  o[2] = (short)h;
  o[3] = (unsigned short)h;
  o[4] = (char)h;
}
__global__ void by_name(int *out) {
  out[0] = __half2char_rz(__float2half(1000.0f));
  out[1] = __half2uchar_rz(__float2half(-3.0f));
  out[2] = __bfloat162short_rz(__float2bfloat16(-1e9f));
  out[3] = __bfloat162ushort_rz(__float2bfloat16(1e9f));
  out[4] = __half2short_rn(__float2half(-INFINITY));
}

__global__ void characters(int *out, const unsigned char *in) {
  char c = in[0];
  out[0] = c;
  out[1] = c < 0;
}

__global__ void contracted(float *out, float a, float b, float c) {
  out[0] = __fadd_rn(__fmul_rn(a, b), c); // rounded twice: nvcc may contract a * b + c, but not these
  out[1] = fmaf(a, b, c);
}

__global__ void printed(int *out) {
  out[0] = printf("%d of %s: %.0f\n", 3, "seven", 12.0);
#pragma GCC diagnostic ignored "-Wformat-zero-length"
  out[1] = printf("");
}

__global__ void __launch_bounds__(96) bounded() {}
template <int N> __global__ void __launch_bounds__(N, 2) bounded_by() {}
__global__ void unbounded() {}
template <class K> void bounds(const char *what, K kernel, int most) {
  cudaFuncAttributes attributes;
  CUDA(cudaFuncGetAttributes(&attributes, kernel));
  expect(what, 0, attributes.maxThreadsPerBlock, most);
}

int main() {
  Both<float> numbers(8);
  const float values[] = {-0.0f, 0.0f, NAN, 1000, -1000, -1e9f, 1e9f, INFINITY};
  for (int i = 0; i < 8; i++) numbers.host[i] = values[i];
  numbers.to_device();
  Both<int> out(40);
  signs<<<1, 1>>>(numbers.device, out.device);
  out.to_host();
  for (int i = 0; i < 9; i++) expect("sign", i, out.host[i], 1);

  Both<unsigned> bytes(3);
  selected<<<1, 1>>>(bytes.device, 0x83828180u, 0x87868584u);
  bytes.to_host();
  for (int i = 0; i < 3; i++) expect("selected", i, bytes.host[i], i == 2 ? 0x87868584u : 0x83828180u);

  const int clamped[8][5] = {{0, 0, 0, 0, 0},
                             {0, 0, 0, 0, 0},
                             {0, 0, 0, 0, 0},
                             {127, 255, 1000, 1000, 127},
                             {-128, 0, -1000, 0, -128},
                             {-128, 0, -32768, 0, -128},
                             {127, 255, 32767, 65535, 127},
                             {127, 255, 32767, 65535, 127}};
  narrowed<__half><<<1, 8>>>(numbers.device, out.device);
  out.to_host();
  for (int i = 0; i < 40; i++) expect("half", i, out.host[i], clamped[i / 5][i % 5]);
  narrowed<__nv_bfloat16><<<1, 8>>>(numbers.device, out.device);
  out.to_host();
  for (int i = 0; i < 40; i++) expect("bfloat16", i, out.host[i], clamped[i / 5][i % 5]);
  by_name<<<1, 1>>>(out.device);
  out.to_host();
  const int named[] = {127, 0, -32768, 65535, -32768};
  for (int i = 0; i < 5; i++) expect("by name", i, out.host[i], named[i]);

  Both<unsigned char> high(1);
  high.host[0] = 200;
  high.to_device();
  characters<<<1, 1>>>(out.device, high.device);
  out.to_host();
  expect("char", 0, out.host[0], -56);
  expect("char", 1, out.host[1], 1);

  Both<float> sum(2);
  contracted<<<1, 1>>>(sum.device, 1 + 0x1p-12f, 1 + 0x1p-12f, -1 - 0x1p-11f);
  sum.to_host();
  expect("sum", 0, sum.host[0], 0.0f);
  expect("sum", 1, sum.host[1], 0x1p-24f);

  printed<<<1, 1>>>(out.device);
  out.to_host();
  expect("printed", 0, out.host[0], 3);
  expect("printed", 1, out.host[1], 0);
  char text[8];
  expect("on the host", 0, snprintf(text, sizeof text, "%d", 1234), 4);

  bounds("bounded", bounded, 96);
  bounds("bounded by 64", bounded_by<64>, 64);
  bounds("bounded by 2048 / 16", bounded_by<2048 / 16>, 128);
  bounds("unbounded", unbounded, 1024);
  return finish("arithmetic");
}
