// Inline PTX for every type of numbers: whole ones of 16 and 64 bits, half precision and bfloat16, conversions.
// shows: inline PTX | arithmetic of `u16` to `s64`, `f16`, `f16x2` and `bf16`; `cvt` among all types, with its roundings and `.sat`
// compared: H200, CUDA 13.0, 2026-11-24
#include <cstdint>
#include <cstdio>

#define ONE(T, name, to, from, a)                                                                            \
  {                                                                                                          \
    T r;                                                                                                     \
    asm(name " %0, %1;" : "=" to(r) : from(a));                                                              \
    *out++ = bits(r);                                                                                        \
  }
#define TWO(T, name, as, a, b)                                                                               \
  {                                                                                                          \
    T r;                                                                                                     \
    asm(name " %0, %1, %2;" : "=" as(r) : as(a), as(b));                                                     \
    *out++ = bits(r);                                                                                        \
  }
#define THREE(T, name, as, a, b, c)                                                                          \
  {                                                                                                          \
    T r;                                                                                                     \
    asm(name " %0, %1, %2, %3;" : "=" as(r) : as(a), as(b), as(c));                                          \
    *out++ = bits(r);                                                                                        \
  }

template <class T> __device__ long long bits(T v) {
  return (long long)v;
}
template <> __device__ long long bits(float v) {
  return __float_as_int(v);
}
template <> __device__ long long bits(double v) {
  return __double_as_longlong(v);
}

__global__ void whole(long long *out, const long long *in) {
  long long a = in[0], b = in[1];
  short s = in[2], t = in[3];
  int i = in[2];
  TWO(long long, "add.s64", "l", a, b)
  TWO(long long, "mul.lo.s64", "l", a, b)
  TWO(long long, "mul.hi.u64", "l", a, b)
  TWO(long long, "mul.hi.s64", "l", a, b)
  TWO(long long, "div.s64", "l", a, b)
  TWO(long long, "rem.u64", "l", a, b)
  TWO(long long, "min.s64", "l", a, b)
  TWO(long long, "max.u64", "l", a, b)
  THREE(long long, "mad.lo.u64", "l", a, b, a)
  THREE(long long, "mad.hi.s64", "l", a, b, a)
  ONE(long long, "neg.s64", "l", "l", a)
  ONE(long long, "abs.s64", "l", "l", b)
  TWO(uint16_t, "add.u16", "h", s, t)
  TWO(uint16_t, "mul.lo.u16", "h", s, t)
  TWO(short, "min.s16", "h", s, t)
  TWO(uint16_t, "and.b16", "h", s, t)
  TWO(short, "sub.s16", "h", s, t)
  ONE(uint16_t, "not.b16", "h", "h", s)
  ONE(int, "cvt.s32.s16", "r", "h", s)
  ONE(unsigned, "cvt.u32.u16", "r", "h", s)
  ONE(uint16_t, "cvt.sat.u16.s32", "h", "r", i)
  ONE(int, "cvt.sat.s8.s32", "r", "r", 300)
  ONE(int, "cvt.s8.s32", "r", "r", 200)
  ONE(long long, "cvt.s64.s32", "l", "r", i)
  ONE(unsigned, "cvt.u32.u64", "r", "l", a)
}

__global__ void floating(long long *out, const float *f, const double *d, const long long *in) {
  ONE(int, "cvt.rni.s32.f32", "r", "f", f[0])
  ONE(int, "cvt.rmi.s32.f32", "r", "f", f[1])
  ONE(unsigned, "cvt.rzi.u32.f32", "r", "f", f[1])
  ONE(long long, "cvt.rzi.s64.f64", "l", "d", d[0])
  ONE(unsigned long long, "cvt.rpi.u64.f32", "l", "f", f[0])
  ONE(float, "cvt.rn.f32.s64", "f", "l", in[0])
  ONE(float, "cvt.rmi.f32.f32", "f", "f", f[1])
  ONE(float, "cvt.sat.f32.f32", "f", "f", f[0])
  ONE(float, "cvt.rn.f32.f64", "f", "d", d[0])
  uint16_t h = 0x3c01, k = 0xc200; // 1.0009765625, -3
  unsigned two = 0x3c014200, other = 0xb8003555;
  ONE(uint16_t, "cvt.rn.f16.f32", "h", "f", f[0])
  ONE(uint16_t, "cvt.rz.f16.f32", "h", "f", f[2])
  ONE(float, "cvt.f32.f16", "f", "h", k)
  TWO(uint16_t, "add.f16", "h", h, k)
  TWO(uint16_t, "mul.f16", "h", h, k)
  THREE(uint16_t, "fma.rn.f16", "h", h, k, h)
  TWO(unsigned, "add.f16x2", "r", two, other)
  TWO(unsigned, "sub.f16x2", "r", two, other)
  TWO(unsigned, "max.f16x2", "r", two, other)
  THREE(unsigned, "fma.rn.f16x2", "r", two, other, two)
  THREE(unsigned, "fma.rn.bf16x2", "r", two, other, two)
  ONE(unsigned, "neg.f16x2", "r", "r", two)
  ONE(unsigned, "abs.bf16x2", "r", "r", other)
  unsigned pair;
  asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(f[0]), "f"(f[1]));
  *out++ = pair;
  asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(f[2]), "f"(f[1]));
  *out++ = pair;
}

int main() {
  long long *out, *in;
  float *f;
  double *d;
  cudaMallocManaged(&out, 64 * sizeof *out);
  cudaMallocManaged(&in, 4 * sizeof *in);
  cudaMallocManaged(&f, 3 * sizeof *f);
  cudaMallocManaged(&d, sizeof *d);
  in[0] = 123456789012345, in[1] = -98765, in[2] = -1234, in[3] = 777;
  f[0] = 2.5f, f[1] = -3.7f, f[2] = 1.0009f, d[0] = -1234567890123.75;
  whole<<<1, 1>>>(out, in);
  floating<<<1, 1>>>(out + 25, f, d, in);
  cudaDeviceSynchronize();
  for (int i = 0; i < 25; i++) printf("%lld\n", out[i]);
  for (int i = 25; i < 49; i++) printf("%llx\n", out[i]);
  cudaFree(out);
  cudaFree(in);
  cudaFree(f);
  cudaFree(d);
}
