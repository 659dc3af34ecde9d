// Vector types: size, alignment, fields, whole loads and stores of 4, 8 and 16 bytes.
// shows: kernels | vector types and `make_float4`, built-in variables
// prints: vectors: ok
#include "check.h"

__global__ void wide(float4 *out, const float4 *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float4 v = in[i];
  v.x += 1, v.y *= 2, v.z -= 3, v.w = -v.w;
  out[i] = v;
}

__global__ void pairs(double2 *out, const int2 *in) {
  int2 v = in[threadIdx.x];
  out[threadIdx.x] = make_double2(v.x * 0.5, v.y * 0.25);
}

__global__ void pixels(uchar4 *image, const uchar3 *rgb) {
  uchar3 p = rgb[threadIdx.x];
  image[threadIdx.x] = make_uchar4(p.z, p.y, p.x, 255);
}

__global__ void mixed(long long *out) {
  short4 s = make_short4(1, -2, 3, -4);
  uint4 u = make_uint4(1u, 2u, 3u, 4000000000u);
  longlong2 l = make_longlong2(1ll << 40, -1);
  ushort2 h = make_ushort2(65535, 1);
  float3 f = make_float3(0.5f, 1.5f, 2.5f);
  char2 c = make_char2(-7, 7);
  int1 one = make_int1(9);
  out[0] = s.x + s.y + s.z + s.w;
  out[1] = (long long)u.x + u.w;
  out[2] = l.x + l.y;
  out[3] = h.x + h.y;
  out[4] = (long long)(2 * (f.x + f.y + f.z));
  out[5] = c.x * c.y;
  out[6] = one.x;
  out[7] = sizeof(float3) + alignof(float4) * 100 + sizeof(double2) * 10000;
}

// Constants that do not fit the braces' type: a warning, as from nvcc.
#pragma GCC diagnostic ignored "-Wnarrowing"
__constant__ int wide_constants[] = {0xd76aa478, 1};
__device__ char letters[] = {(char)1, 0xff};
__global__ void narrowed(long long *out) {
  const unsigned flags[2] = {-1, 2};
  out[0] = wide_constants[0];
  out[1] = letters[1];
  out[2] = flags[0];
}

struct Pair {
  float4 p;
  float2 q;
};
__constant__ float4 corners[2] = {{1, 2, 3, 4}, {5, 6}};
// What a list in braces leaves out is zero.
__global__ void lists(float4 *out, float x) {
  float4 a = {x}, b = {}, c[2] = {{x, 1}, {x, 1, 2}}, d{x, 1, 2, 3}, e{d}, f = {e};
  float2 g = {x};
  Pair h = {{x}, {x, 1}}, i = {};
  int2 j = {1};
  uchar4 k = {1, 2, 3};
  double4_32a l = {x};
  out[0] = a;
  out[1] = b;
  out[2] = c[0];
  out[3] = c[1];
  out[4] = f;
  out[5] = float4{g.x, g.y, h.p.x, h.q.y};
  out[6] = {h.p.w, i.p.x, (float)(j.x + j.y), (float)(k.z + k.w)};
  out[7] = make_float4(corners[0].w, corners[1].y, corners[1].z, (float)(l.x + l.w));
}

int main() {
  static_assert(alignof(double4_16a) == 16 && alignof(long4_32a) == 32 && sizeof(ulonglong4_32a) == 32,
                "wide");
  static_assert(sizeof(float4) == 16 && alignof(float4) == 16, "float4");
  static_assert(sizeof(float3) == 12 && alignof(float3) == 4, "float3");
  static_assert(sizeof(uchar4) == 4 && alignof(uchar4) == 4, "uchar4");
  static_assert(sizeof(short2) == 4 && alignof(int2) == 8, "pairs");
  const int n = 100;
  Both<float4> in(n), out(n);
  for (int i = 0; i < n; i++) in.host[i] = make_float4(i, i + 1, i + 2, i + 3);
  in.to_device();
  wide<<<2, 64>>>(out.device, in.device, n);
  out.to_host();
  for (int i = 0; i < n; i++) {
    expect("x", i, out.host[i].x, i + 1.0f);
    expect("y", i, out.host[i].y, 2 * (i + 1.0f));
    expect("z", i, out.host[i].z, i - 1.0f);
    expect("w", i, out.host[i].w, -(i + 3.0f));
  }
  Both<int2> ints(32);
  Both<double2> doubles(32);
  for (int i = 0; i < 32; i++) ints.host[i] = {i, -i};
  ints.to_device();
  pairs<<<1, 32>>>(doubles.device, ints.device);
  doubles.to_host();
  for (int i = 0; i < 32; i++) expect("pairs", i, doubles.host[i].x + doubles.host[i].y, i * 0.25);
  Both<uchar3> rgb(16);
  Both<uchar4> image(16);
  for (int i = 0; i < 16; i++) rgb.host[i] = make_uchar3(i, 2 * i, 3 * i);
  rgb.to_device();
  pixels<<<1, 16>>>(image.device, rgb.device);
  image.to_host();
  for (int i = 0; i < 16; i++)
    expect("pixels", i, image.host[i].x * 1000 + image.host[i].z + image.host[i].w, 3 * i * 1000 + i + 255);
  Both<long long> all(8);
  mixed<<<1, 1>>>(all.device);
  all.to_host();
  const long long wanted[8] = {-2, 4000000001ll, (1ll << 40) - 1, 65536, 9, -49, 9, 12 + 1600 + 160000};
  for (int i = 0; i < 8; i++) expect("mixed", i, all.host[i], wanted[i]);
  Both<long long> narrow(3);
  narrowed<<<1, 1>>>(narrow.device);
  narrow.to_host();
  const long long narrow_wanted[3] = {(int)0xd76aa478, -1, 0xffffffffll};
  for (int i = 0; i < 3; i++) expect("narrowed", i, narrow.host[i], narrow_wanted[i]);
  Both<float4> listed(8);
  lists<<<1, 1>>>(listed.device, 7);
  listed.to_host();
  const float by_list[8][4] = {{7, 0, 0, 0}, {0, 0, 0, 0}, {7, 1, 0, 0}, {7, 1, 2, 0},
                               {7, 1, 2, 3}, {7, 0, 7, 1}, {0, 0, 1, 3}, {4, 6, 0, 7}};
  for (int i = 0; i < 8; i++) {
    float4 v = listed.host[i];
    expect("lists x", i, v.x, by_list[i][0]);
    expect("lists y", i, v.y, by_list[i][1]);
    expect("lists z", i, v.z, by_list[i][2]);
    expect("lists w", i, v.w, by_list[i][3]);
  }
  return finish("vectors");
}
