// Half precision and bfloat16: every conversion, arithmetic that rounds once, pairs, comparisons, shuffles
// shows: number formats | `cuda_fp16.h`, `cuda_bf16.h`: conversions in every rounding mode, arithmetic, comparisons, functions, atomics, shuffles
// and atomics.
// prints: half: ok
// notes: half-overflow in kernel arithmetic
// notes: half-overflow in kernel arithmetic
// notes: half-overflow in kernel arithmetic
// notes: half-absorbed in kernel saturating_sum
// notes: half-overflow in kernel others
#include "check.h"
#include <cmath>
#include <cstring>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

// What the tests below know of a format: digits of the fraction, bias of the exponent.
struct Half {
  typedef __half T;
  enum { digits = 10, bias = 15 };
};
struct Bfloat16 {
  typedef __nv_bfloat16 T;
  enum { digits = 7, bias = 127 };
};

template <class T> static unsigned short bits_of(T h) {
  unsigned short b;
  memcpy(&b, &h, 2);
  return b;
}
template <class T> static T from_bits(unsigned b) {
  unsigned short s = (unsigned short)b;
  T h;
  memcpy(&h, &s, 2);
  return h;
}

// The value of a bit pattern, by the format's definition.
template <class F> static double value(unsigned b) {
  int exponent = b >> F::digits & (0x7fff >> F::digits), fraction = b & ((1 << F::digits) - 1);
  double sign = b & 0x8000 ? -1 : 1;
  if (exponent == 0x7fff >> F::digits) return fraction ? NAN : sign * INFINITY;
  if (exponent == 0) return sign * ldexp(fraction, 1 - F::bias - F::digits);
  return sign * ldexp(fraction + (1 << F::digits), exponent - F::bias - F::digits);
}

// Whether b is the number nearest to x, of two the even one. Beyond the largest number, infinity takes the
// place of the next.
template <class F, class Wide> static bool is_nearest(Wide x, unsigned b, Wide (*exact)(unsigned)) {
  if (x < 0) return is_nearest<F, Wide>(-x, b ^ 0x8000, exact);
  if (b & 0x8000) return x == 0 && b == 0x8000;
  Wide here = exact(b), up = exact(b + 1) - x, error = here < x ? x - here : here - x;
  Wide down = b ? x - exact(b - 1) : up;
  bool even = !(b & 1);
  return (error < up || (error == up && even)) && (error < down || (error == down && even));
}
template <class F> static double exact_double(unsigned b) {
  int infinity = 0x7fff >> F::digits << F::digits;
  return (int)b == infinity ? ldexp(1, (infinity >> F::digits) - F::bias) : value<F>(b);
}
const int scale = 70;
template <class F> static __int128 exact_integer(unsigned b) {
  int exponent = b >> F::digits, fraction = b & ((1 << F::digits) - 1), shift;
  if (exponent) fraction |= 1 << F::digits;
  shift = (exponent ? exponent : 1) - F::bias - F::digits + scale;
  return shift >= 0 ? (__int128)fraction << shift : 0;
}
template <class F> static __int128 signed_integer(unsigned b) {
  return b & 0x8000 ? -exact_integer<F>(b & 0x7fff) : exact_integer<F>(b);
}

template <class T> __global__ void widen(const T *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = (float)in[i];
}
template <class T> __global__ void narrow(const float *in, T *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = (T)in[i];
}

static unsigned next_random() {
  static unsigned long long state = 12345;
  state = state * 6364136223846793005ull + 1442695040888963407ull;
  return (unsigned)(state >> 32);
}

template <class F> void check_conversions(const char *name) {
  typedef typename F::T T;
  const int n = 65536;
  Both<T> small(n), back(n);
  Both<float> wide(n);
  for (int i = 0; i < n; i++) small.host[i] = from_bits<T>(i);
  small.to_device();
  widen<<<n / 256, 256>>>(small.device, wide.device, n);
  narrow<<<n / 256, 256>>>(wide.device, back.device, n);
  wide.to_host();
  back.to_host();
  for (int i = 0; i < n; i++) {
    double v = value<F>(i);
    if (std::isnan(v)) {
      expect(name, i, (int)std::isnan(wide.host[i]), 1);
      expect(name, i, (int)bits_of(back.host[i]), 0x7fff);
    } else {
      expect(name, i, (double)wide.host[i], v);
      expect(name, i, (int)bits_of(back.host[i]), i);
    }
  }
  for (int i = 0; i < n; i++) {
    // Near the format's range, with many exact ties and neighbours of ties.
    double tie = (value<F>(i & 0x7ffe) + value<F>((i & 0x7ffe) + 1)) / 2;
    float x = i % 2 ? (float)tie : ldexpf((float)(next_random() >> 8), (int)(next_random() % 90) - 60);
    if (!std::isfinite(x)) x = 0;
    wide.host[i] = i % 3 ? i % 4 == 1 ? nextafterf(x, 0) : x : -x;
  }
  wide.to_device();
  narrow<<<n / 256, 256>>>(wide.device, back.device, n);
  back.to_host();
  for (int i = 0; i < n; i++) {
    bool good = is_nearest<F, double>(wide.host[i], bits_of(back.host[i]), exact_double<F>) ||
                (std::isinf((float)back.host[i]) &&
                 fabsf(wide.host[i]) >= exact_double<F>(0x7fff >> F::digits << F::digits));
    expect(name, i, (int)good, 1);
#if defined __PMPP_EMU__ &&                                                                                  \
    (__GNUC__ > 12 || (__GNUC__ == 12 && defined __x86_64__)) // which know the type in C++
    if (F::digits == 10) {
      _Float16 compiler = (_Float16)wide.host[i];
      expect("as the compiler's", i, (int)bits_of(back.host[i]), (int)bits_of(compiler));
    }
#endif
  }
}

template <class T> __global__ void arithmetic(const T *a, const T *b, const T *c, T *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[5 * i] = __hfma(a[i], b[i], c[i]);
  out[5 * i + 1] = __hadd_rn(a[i], b[i]);
  out[5 * i + 2] = __hsub_rn(a[i], b[i]);
  out[5 * i + 3] = __hmul_rn(a[i], b[i]);
  out[5 * i + 4] = a[i] / b[i];
}

template <class F> void check_arithmetic(const char *name) {
  typedef typename F::T T;
  const int n = 100000;
  Both<T> a(n), b(n), c(n), out(5 * n);
  int least = F::bias - 14, most = F::bias + 14; // so that exact results fit 128 bits
  for (int i = 0; i < n; i++) {
    T *operand[] = {&a.host[i], &b.host[i], &c.host[i]};
    for (T *p : operand) {
      unsigned exponent = least + next_random() % (most - least);
      *p = from_bits<T>((next_random() & 0x8000) | exponent << F::digits |
                        (next_random() & ((1 << F::digits) - 1)));
    }
    if (i % 4 == 0) // c nearly cancels a b, or lies far below it
      c.host[i] = T(-(float)a.host[i] * (float)b.host[i] * (i % 8 ? 1.0f : ldexpf(1, -10)));
  }
  a.to_device();
  b.to_device();
  c.to_device();
  arithmetic<<<(n + 255) / 256, 256>>>(a.device, b.device, c.device, out.device, n);
  out.to_host();
  for (int i = 0; i < n; i++) {
    unsigned x = bits_of(a.host[i]), y = bits_of(b.host[i]), z = bits_of(c.host[i]), got[5];
    for (int k = 0; k < 5; k++) got[k] = bits_of(out.host[5 * i + k]);
    if (std::isinf((float)out.host[5 * i]) || std::isinf((float)out.host[5 * i + 3])) continue;
    __int128 product = 0; // of the fractions, then at the scale: exact
    {
      __int128 p = signed_integer<F>(x) >> (scale - 30), q = signed_integer<F>(y) >> (scale - 30);
      product = p * q << (scale - 60);
    }
    expect(name, 0, (int)is_nearest<F, __int128>(product + signed_integer<F>(z), got[0], exact_integer<F>),
           1);
    expect(
        name, 1,
        (int)is_nearest<F, __int128>(signed_integer<F>(x) + signed_integer<F>(y), got[1], exact_integer<F>),
        1);
    expect(
        name, 2,
        (int)is_nearest<F, __int128>(signed_integer<F>(x) - signed_integer<F>(y), got[2], exact_integer<F>),
        1);
    expect(name, 3, (int)is_nearest<F, __int128>(product, got[3], exact_integer<F>), 1);
    if (!std::isinf((float)out.host[5 * i + 4]))
      expect(name, 4, (int)is_nearest<F, double>(value<F>(x) / value<F>(y), got[4], exact_double<F>), 1);
  }
}

// Sums of 2048 ones: half precision stops at 2048, where one is half of the last digit.
__global__ void saturating_sum(__half *out) {
  __half sum = 0.0f;
  for (int i = 0; i < 4096; i++) sum += __float2half(1.0f);
  *out = sum;
}

template <class T, class T2> __global__ void pairs(const T2 *in, T2 *out, float *f) {
  __shared__ T2 s[32];
  int i = threadIdx.x;
  s[i] = in[i];
  __syncthreads();
  T2 v = s[31 - i];
  out[i] = __hfma2(v, v, in[i]);
  T low = v.x, high = __shfl_down_sync(0xffffffffu, v.y, 1);
  f[4 * i] = (float)low;
  f[4 * i + 1] = (float)high;
  T2 across = __shfl_xor_sync(0xffffffffu, v, 3);
  f[4 * i + 2] = __low2float(across);
  f[4 * i + 3] = __high2float(across);
}

template <class T, class T2> void check_pairs(const char *name) {
  Both<T2> in(32), out(32);
  Both<float> f(128);
  for (int i = 0; i < 32; i++) in.host[i] = T2(T((float)i), T(0.5f * (float)i));
  in.to_device();
  pairs<T, T2><<<1, 32>>>(in.device, out.device, f.device);
  out.to_host();
  f.to_host();
  for (int i = 0; i < 32; i++) {
    float v = 31.0f - i, w = 0.5f * v;
    expect(name, i, (float)out.host[i].x, (float)T(v * v + i));
    expect(name, i, (float)out.host[i].y, (float)T(w * w + 0.5f * i));
    expect(name, i, f.host[4 * i], v);
    expect(name, i, f.host[4 * i + 1], i == 31 ? w : w - 0.5f);
    expect(name, i, f.host[4 * i + 2], 31.0f - (i ^ 3));
    expect(name, i, f.host[4 * i + 3], 0.5f * (31 - (i ^ 3)));
  }
}

__global__ void atomics(__half *h, __half2 *h2, __nv_bfloat16 *b, __nv_bfloat162 *b2) {
  atomicAdd(h, __float2half(0.25f));
  atomicAdd(h2, __floats2half2_rn(1.0f, 2.0f));
  atomicAdd(b, __float2bfloat16(0.5f));
  atomicAdd(b2, __floats2bfloat162_rn(1.0f, 0.25f));
}

__global__ void others(float *out, const __half *p) {
  __half one = 1, x = __ldg(p), nan = __float2half(nanf("")), big = 60000.0f;
  const __half2 both = __halves2half2(one, x);
  int n = 0;
  out[n++] = __half2float(x);
  out[n++] = x > one && !(x < one) && x != one && x >= one && !(x == one) && !(nan == nan) && nan != nan;
  out[n++] = __hisnan(nan) + 2 * __hgtu(nan, one) + 4 * __hgt(nan, one) + 8 * __hisinf(big + big);
  out[n++] = (float)__hmin(nan, one) + (float)__hmax(x, one);
  out[n++] = (float)hsqrt(__float2half(2.0f));
  out[n++] = (float)hexp(one);
  out[n++] = (float)hrcp(__float2half(3.0f));
  out[n++] = (float)__half2int_rn(__float2half(2.5f)) + 10 * __half2int_rd(__float2half(-2.5f));
  out[n++] = (float)__float2half_rz(0.1f) - (float)__float2half_ru(0.1f);
  out[n++] = (float)__int2half_rn(2049);
  out[n++] = (float)__hadd_sat(one, one) + (float)__hneg(x) + (float)__habs(-x);
  out[n++] = __low2float(__hlt2(both, __lowhigh2highlow(both))) + 2 * (float)__hbeq2(both, both);
  out[n++] = __high2float(__high2half2(both)) + __low2float(__low2half2(both));
  out[n++] = (float)__half_as_ushort(one);
  out[n++] = (float)(float)(__nv_bfloat16)257.0f + __bfloat162float(__float2bfloat16_rz(258.9f));
  out[n++] = (float)(x * x + x - one / x);
  float2 f = __half22float2(both);
  out[n++] = f.x + 10 * f.y;
}

int main() {
  check_conversions<Half>("half conversions");
  check_conversions<Bfloat16>("bfloat16 conversions");
  check_arithmetic<Half>("half arithmetic");
  check_arithmetic<Bfloat16>("bfloat16 arithmetic");
  check_pairs<__half, __half2>("half pairs");
  check_pairs<__nv_bfloat16, __nv_bfloat162>("bfloat16 pairs");

  Both<__half> h(1);
  saturating_sum<<<1, 1>>>(h.device);
  h.to_host();
  expect("sum", 0, (float)h.host[0], 2048.0f);

  h.host[0] = __float2half(0.0f);
  h.to_device();
  Both<__half2> h2(1);
  Both<__nv_bfloat16> b(1);
  Both<__nv_bfloat162> b2(1);
  atomics<<<2, 32>>>(h.device, h2.device, b.device, b2.device);
  h.to_host();
  h2.to_host();
  b.to_host();
  b2.to_host();
  expect("atomic half", 0, (float)h.host[0], 16.0f);
  expect("atomic half2", 0, __low2float(h2.host[0]), 64.0f);
  expect("atomic half2", 1, __high2float(h2.host[0]), 128.0f);
  expect("atomic bfloat16", 0, (float)b.host[0], 32.0f);
  expect("atomic bfloat162", 0, __low2float(b2.host[0]), 64.0f);
  expect("atomic bfloat162", 1, __high2float(b2.host[0]), 16.0f);

  h.host[0] = __float2half(1.5f);
  h.to_device();
  Both<float> f(17);
  others<<<1, 1>>>(f.device, h.device);
  f.to_host();
  float wanted[] = {1.5f, 1, 1 + 2 + 8, 2.5f, 1.4140625f, 2.71875f,  0.33325195f,  2 - 30, -0.000061035156f,
                    2048, 1, 1 + 2,     2.5f, 0x3c00,     256 + 258, 3.083984375f, 16};
  for (int i = 0; i < 17; i++) expect("others", i, f.host[i], wanted[i]);
  return finish("half");
}
