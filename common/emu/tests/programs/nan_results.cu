// The NaN that an operation in single precision makes is a device's, 7fffffff, and no host's: by operators, functions,
// intrinsics and conversions; that of double precision is fff8000000000000 in both. Comparisons with it are false. The
// host's own NaN and its rounding stay the host's.
// prints: nan nan nan -nan 0
// prints: nan_results: ok
// notes: undefined-arithmetic in kernel repeated
#include "check.h"
#include <cfenv>
#include <cmath>
#include <cstring>
#include <cuda_fp16.h>

enum { RESULTS = 46 };
__global__ void make(float zero, float infinite, unsigned *out, unsigned long long *wide, double none) {
  float one = 1, minus = zero - 1, nan = zero / zero, a, b;
  int q, n = 0;
  auto add = [&](float v) { out[n++] = __float_as_uint(v); };
  add(nan), add(infinite - infinite), add(zero * infinite), add(sqrtf(minus)), add(rsqrtf(minus));
  add(fmaf(zero, infinite, one)), add(__fadd_ru(infinite, -infinite)), add(__fsqrt_rz(minus)),
      add(__frcp_rn(nan));
  add(fmodf(zero, zero)), add(remainderf(infinite, one)), add(remquof(infinite, one, &q)), add(logf(minus));
  add(log2f(minus)), add(log10f(minus)), add(log1pf(minus - 1)), add(powf(minus, 0.5f)), add(sinf(infinite));
  add(cosf(infinite)), add(tanf(infinite)), add(sinpif(infinite)), add(cospif(infinite)),
      add(asinf(infinite));
  add(acosf(infinite)), add(acoshf(zero)), add(atanhf(infinite)), add(tgammaf(minus)), add(erfinvf(infinite));
  add(erfcinvf(minus)), add(normcdfinvf(minus)), add(y0f(minus)), add(y1f(minus)), add(ynf(2, minus));
  add(erfcxf(nan)), add(normcdff(nan)), add(hypotf(nan, one)), add(fmaxf(nan, nan)), add(std::sqrt(minus));
  add(std::fmod(zero, zero)), add(nan + one), add(__double2float_rn(none)), add(rcbrtf(nan)),
      add(__frsqrt_rn(minus));
  sincosf(infinite, &a, &b), add(a), add(b);
  out[n] = __half_as_ushort(__float2half(nan)) == 0x7fff ? 0x7fffffff : 0;
  wide[0] = (unsigned long long)__double_as_longlong((double)zero / zero);
  wide[1] = (unsigned long long)__double_as_longlong(sqrt((double)minus));
  wide[2] = (nan < zero) + (nan > zero) + (nan <= nan) + (nan == nan) + (infinite < nan);
  wide[3] = __float_as_uint(one / 3);
  printf("%f %f %f %f %d\n", nan, infinite - infinite, sqrtf(minus), wide[0] ? (double)zero / zero : 0,
         (int)(bool)signbit(nan));
}

// The same comparison and conversion again and again, with a NaN and without.
__global__ void repeated(const float *v, int *out) {
  int less = 0, whole = 0;
  for (int i = 0; i < 20000; i++) {
    less += v[i % 4] < v[i % 3];
    whole += (int)v[i % 4];
  }
  out[0] = less;
  out[1] = whole;
}

int main() {
  Both<unsigned> out(RESULTS);
  Both<unsigned long long> wide(4);
  fesetround(FE_UPWARD);
  volatile double zero = 0;
  make<<<1, 1>>>(0, INFINITY, out.device, wide.device, zero / zero);
  cudaDeviceSynchronize();
  expect("the host's rounding", 0, fegetround(), FE_UPWARD);
  fesetround(FE_TONEAREST);
  out.to_host(), wide.to_host();
  for (int i = 0; i < RESULTS; i++) expect("NaN", i, out.host[i], 0x7fffffffu);
  for (int i = 0; i < 2; i++) expect("NaN of double", i, wide.host[i], 0xfff8000000000000ull);
  expect("comparisons", 0, wide.host[2], 0ull);
  expect("one third", 0, wide.host[3], 0x3eaaaaabull);
  Both<float> v(4);
  v.host[0] = 5, v.host[1] = NAN, v.host[2] = 1, v.host[3] = 7;
  v.to_device();
  Both<int> counted(2);
  repeated<<<1, 1>>>(v.device, counted.device);
  counted.to_host();
  int less = 0, whole = 0;
  for (int i = 0; i < 20000; i++) {
    less += v.host[i % 4] < v.host[i % 3];
    whole += i % 4 == 1 ? 0 : (int)v.host[i % 4];
  }
  expect("less", 0, counted.host[0], less);
  expect("whole", 0, counted.host[1], whole);
  volatile float mine = 0;
  float nan = mine / mine;
  unsigned bits;
  memcpy(&bits, &nan, sizeof bits);
#ifdef __x86_64__
  expect("the host's NaN", 0, bits, 0xffc00000u);
#endif
  return finish("nan_results");
}
