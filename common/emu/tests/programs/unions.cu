// Unions with CUDA's vector types are copied like bytes; a member becomes the vector wherever it is used.
// shows: kernels | unions with vector types, copied whole
// prints: unions: ok
#include "check.h"

typedef union {
  uint4 v;
  unsigned char b[16];
} Bytes;

struct Vec4 { // as in many a graphics program
  union {
    struct {
      float x, y, z, w;
    };
    float4 v;
    float a[4];
  };
};

union Pair {
  float2 p[2];
  double2 d;
  float4 all;
};
__constant__ Pair corner = {{{1, 2}, {3}}};
__device__ Pair middle = {{{5, 6}, {7, 8}}};

template <class V, class T, int N> union Pack {
  V v;
  T e[N];
  __device__ Pack() {}
  __device__ Pack(V a) : v(a) {}
};

__device__ float4 twice(float4 a) {
  return make_float4(2 * a.x, 2 * a.y, 2 * a.z, 2 * a.w);
}
__device__ float sum(const float4 &a) {
  return a.x + a.y + a.z + a.w;
}

__global__ void copies(Bytes *p, Vec4 *q) {
  Bytes a = p[0], *b = &a;
  a.b[5] ^= 1;
  p[1] = a;
  p[2].v = b->v;
  p[3] = p[0];
  uint4 *whole = &p[4].v;
  whole->z = 9;
  Vec4 c = q[0];
  c.x += c.a[1];
  q[1] = c;
  q[2].v = twice(c.v);
  c.v = {1, 2};
  q[3] = c;
}

__global__ void uses(float4 *out, Pair *pairs) {
  Pair a = pairs[0], b = {{out[0].x > 0 ? make_float2(1, 1) : make_float2(2, 2)}};
  Pack<float4, float, 4> c(out[1]);
  __shared__ Pair s[2], one;
  __shared__ union {
    float2 f;
    int i[2];
  } last;
  __shared__ float2 alone;
  s[1] = a;
  one = s[1];
  last.f = make_float2(1, 2);
  alone = last.f;
  c.e[3] = 4;
  float4 &r = a.all, v = c.v;
  r.w += one.all.x;
  out[2] = a.all;
  out[3] = make_float4(sum(a.all), sum(v), b.p[0].x + b.p[1].y, alone.y + last.i[0]);
  out[4] = make_float4(corner.p[0].y, corner.p[1].x, middle.all.w, corner.p[1].y);
}

int main() {
  Both<Bytes> bytes(5);
  Both<Vec4> vecs(4);
  for (int i = 0; i < 16; i++) bytes.host[0].b[i] = i;
  for (int i = 0; i < 4; i++) vecs.host[0].a[i] = i + 1;
  bytes.to_device();
  vecs.to_device();
  copies<<<1, 1>>>(bytes.device, vecs.device);
  bytes.to_host();
  vecs.to_host();
  for (int i = 0; i < 16; i++) {
    expect("changed", i, bytes.host[1].b[i], (unsigned char)(i == 5 ? 4 : i));
    expect("assigned", i, bytes.host[2].b[i], (unsigned char)(i == 5 ? 4 : i));
    expect("copied", i, bytes.host[3].b[i], (unsigned char)i);
  }
  expect("by pointer", 0, bytes.host[4].v.z, 9u);
  const float changed[4] = {3, 2, 3, 4}, listed[4] = {1, 2, 0, 0};
  for (int i = 0; i < 4; i++) {
    expect("struct", i, vecs.host[1].a[i], changed[i]);
    expect("argument", i, vecs.host[2].a[i], 2 * changed[i]);
    expect("list", i, vecs.host[3].a[i], listed[i]);
  }
  Both<float4> out(5);
  Both<Pair> pairs(1);
  pairs.host[0].all = out.host[1] = make_float4(1, 2, 3, 4);
  out.host[1].w = 0;
  pairs.to_device();
  out.to_device();
  uses<<<1, 1>>>(out.device, pairs.device);
  out.to_host();
  const float wanted[3][4] = {{1, 2, 3, 5}, {11, 10, 2, (float)0x3f800002}, {2, 3, 8, 0}};
  for (int i = 0; i < 3; i++) {
    float4 v = out.host[2 + i];
    expect("uses x", i, v.x, wanted[i][0]);
    expect("uses y", i, v.y, wanted[i][1]);
    expect("uses z", i, v.z, wanted[i][2]);
    expect("uses w", i, v.w, wanted[i][3]);
  }
  return finish("unions");
}
