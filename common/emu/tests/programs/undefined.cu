// prints: undefined: ok
// notes: undefined-arithmetic in kernel shifted
// notes: undefined-arithmetic in kernel others
// notes: undefined-arithmetic in kernel others
// notes: undefined-arithmetic in kernel others
// notes: undefined-arithmetic in kernel others
// notes: undefined-arithmetic in kernel converted
// notes: undefined-arithmetic in kernel converted
// notes: undefined-arithmetic in kernel converted
// What C++ leaves open has the device's result: shifts by any amount, conversions of any number, divisions by zero.
#include "check.h"
#include <cmath>
#define ROTATED(x, n) (((x) << (n)) | ((x) >> (32 - (n))))

template <class T> __global__ void shifted(T *out, T x, int n) {
  out[0] = x << n;
  out[1] = x >> n;
  out[2] = x;
  out[2] <<= n;
  out[3] = x;
  out[3] >>= n;
  volatile T v = x;
  v <<= n;
  out[4] = v;
  out[5] = n < 3 && 2 < x >> n;
}
template <class T> void shifts(T x, int n, T left, T right) {
  Both<T> b(6);
  shifted<<<1, 1>>>(b.device, x, n);
  b.to_host();
  const T wanted[] = {left, right, left, right, left, (T)(n < 3 && 2 < right)};
  for (int i = 0; i < 6; i++) expect("shift", i, b.host[i], wanted[i]);
}

__global__ void others(unsigned *out, int n) {
  enum { four = 4 };
  struct {
    unsigned low : 7;
  } s = {5};
  constexpr int here = 1 << sizeof(int);
  int array[1 << (here > 8 ? 1 : 2)] = {7, 8};
  out[0] = ROTATED(0x80000001u, n);
  out[1] = s.low << n + 40;
  out[2] = four << n << 31 << 1;
  out[3] = true << n + 32;
  out[4] = array[1] + sizeof array;
  out[5] = (unsigned char)200 >> n + 9;
  out[6] = -1 >> n + 99;
  out[7] = 1 << 3 + n;
}

// A sum that a stream-like class makes with its own operator.
struct Tally {
  int sum;
  __device__ Tally &operator<<(int n) {
    sum += n;
    return *this;
  }
};
__global__ void streamed(unsigned *out, int n) {
  Tally t{0};
  t << n << n << 40;
  out[0] = t.sum;
}

template <class F> __global__ void converted(const F *in, long long *out) {
  const F f = in[threadIdx.x];
  long long *o = out + 8 * threadIdx.x;
  signed char a = f;
  unsigned char b = f;
  short c = f;
  unsigned short d = f;
  o[0] = a, o[1] = b, o[2] = c, o[3] = d;
  o[4] = (int)f;
  o[5] = unsigned(f);
  o[6] = static_cast<long long>(f);
  o[7] = (long long)(unsigned long long)f;
}
__device__ long long as_int(int n) {
  return n;
}
__device__ unsigned as_unsigned(float f) {
  return f;
}
// Without a cast, which the translator sees.
template <class F> __global__ void converted_unseen(const F *in, long long *out) {
  const auto f = in[threadIdx.x];
  long long *o = out + 2 * threadIdx.x;
  o[0] = as_int(f);
  o[1] = as_unsigned((float)f);
}
template <class F> void conversions() {
  const long long low = -1ll << 63, high = ~low, wide_nan = sizeof(F) == 8 ? -1ll << 31 : 0;
  const long long unsigned_nan = sizeof(F) == 8 ? 1ll << 31 : 0;
  const struct {
    F f;
    long long o[8];
  } rows[] = {
      {(F)NAN, {0, 0, 0, 0, wide_nan, unsigned_nan, low, low}},
      {(F)INFINITY, {-1, 255, -1, 65535, 2147483647, 4294967295, high, -1}},
      {-(F)INFINITY, {0, 0, 0, 0, -2147483647 - 1, 0, low, 0}},
      {(F)3e9, {-1, 0, -1, 24064, 2147483647, 3000000000, 3000000000, 3000000000}},
      {(F)-3, {-3, 0, -3, 0, -3, 0, -3, 0}},
      {(F)300.5, {44, 44, 300, 300, 300, 300, 300, 300}},
      {(F)9.5e18,
       {-1, 255, -1, 65535, 2147483647, 4294967295, high, (long long)(unsigned long long)(F)9.5e18}},
      {(F)1e30, {-1, 255, -1, 65535, 2147483647, 4294967295, high, -1}},
      {(F)-0.5, {0, 0, 0, 0, 0, 0, 0, 0}},
  };
  const int n = sizeof rows / sizeof *rows;
  Both<F> in(n);
  Both<long long> out(8 * n), unseen(2 * n);
  for (int i = 0; i < n; i++) in.host[i] = rows[i].f;
  in.to_device();
  converted<<<1, n>>>(in.device, out.device);
  converted_unseen<<<1, n>>>(in.device, unseen.device);
  out.to_host();
  unseen.to_host();
  for (int i = 0; i < 8 * n; i++) expect("converted", i, out.host[i], rows[i / 8].o[i % 8]);
  for (int i = 0; i < n; i++) {
    expect("as int", i, unseen.host[2 * i], rows[i].o[4]);
    if (rows[i].f == rows[i].f) expect("as unsigned", i, unseen.host[2 * i + 1], rows[i].o[5]);
  }
}

template <class T> __global__ void divided(const T *in, T *out) {
  out[0] = in[0] / in[1];
  out[1] = in[0] % in[1];
}
template <class T> void divisions(T a, T b, T quotient, T remainder) {
  Both<T> in(2), out(2);
  in.host[0] = a;
  in.host[1] = b;
  in.to_device();
  divided<<<1, 1>>>(in.device, out.device);
  out.to_host();
  expect("quotient", sizeof(T), out.host[0], quotient);
  expect("remainder", sizeof(T), out.host[1], remainder);
}

int main() {
  for (int n : {32, 33, 64, 255, -1}) {
    shifts<int>(-77, n, 0, -1);
    shifts<unsigned>(0xf0000001u, n, 0, 0);
    if (n > 33 || n < 0) shifts<long long>(-77, n, 0, -1);
    if (n > 33 || n < 0) shifts<unsigned long long>(~0ull, n, 0, 0);
  }
  shifts<int>(-77, 2, -308, -20);
  shifts<unsigned long long>(5, 33, 5ull << 33, 0);
  Both<unsigned> b(8);
  others<<<1, 1>>>(b.device, 0);
  b.to_host();
  const unsigned wanted[] = {0x80000001u, 0, 0, 0, 16, 0, ~0u, 8};
  for (int i = 0; i < 8; i++) expect("others", i, b.host[i], wanted[i]);
  streamed<<<1, 1>>>(b.device, 3);
  b.to_host();
  expect("streamed", 0, b.host[0], 46u);
  conversions<float>();
  conversions<double>();
  divisions<int>(7, 0, -1, -1);
  divisions<unsigned>(7, 0, ~0u, ~0u);
  divisions<long long>(-7, 0, -1, -1);
  divisions<unsigned long long>(7, 0, 0xffffffff, 0xffffffff);
  divisions<int>(-2147483647 - 1, -1, -2147483647 - 1, 0);
  divisions<int>(-7, 2, -3, -1);
  return finish("undefined");
}
