// Floating-point intrinsics: bit patterns, rounding modes, conversions, and what math.h lacks.
#ifndef EMU_FLOAT_H
#define EMU_FLOAT_H

EMU_PURE float __int_as_float(int x) {
  float f;
  __builtin_memcpy(&f, &x, 4);
  return f;
}
EMU_PURE float __uint_as_float(unsigned x) {
  return __int_as_float((int)x);
}
EMU_PURE int __float_as_int(float f) {
  int x;
  __builtin_memcpy(&x, &f, 4);
  return x;
}
EMU_PURE unsigned __float_as_uint(float f) {
  return (unsigned)__float_as_int(f);
}
EMU_PURE long long __double_as_longlong(double d) {
  long long x;
  __builtin_memcpy(&x, &d, 8);
  return x;
}
EMU_PURE double __longlong_as_double(long long x) {
  double d;
  __builtin_memcpy(&d, &x, 8);
  return d;
}
EMU_PURE float __saturatef(float x) { // of -0 and of NaN: +0
  return x > 0 ? x < 1 ? x : 1 : 0;
}
EMU_PURE float rsqrtf(float x) {
  return 1.0f / sqrtf(x);
}

// In long double, and rounded once (kernel/special_functions.c).
extern "C" {
__attribute__((const, nothrow)) double emu_rsqrt(double);
__attribute__((const, nothrow)) double emu_rcbrt(double);
__attribute__((const, nothrow)) double emu_rhypot(double, double);
__attribute__((const, nothrow)) double emu_rnorm4d(double, double, double, double);
__attribute__((const, nothrow)) double emu_normcdf(double);
__attribute__((const, nothrow)) double emu_erfcx(double);
__attribute__((const, nothrow)) double emu_bessel_i(int, double);
}
namespace emu {
EMU_PURE float rounded(double x) { // a device's float has one NaN
  return x == x ? (float)x : __int_as_float(0x7fffffff);
}
} // namespace emu

EMU_PURE double rsqrt(double x) {
  return emu_rsqrt(x);
}
EMU_PURE float __expf(float x) {
  return expf(x);
}
EMU_PURE float __logf(float x) {
  return logf(x);
}
EMU_PURE float __sinf(float x) {
  return sinf(x);
}
EMU_PURE float __cosf(float x) {
  return cosf(x);
}
EMU_PURE float __powf(float x, float y) {
  return powf(x, y);
}
EMU_PURE float __fdividef(float x, float y) {
  return x / y;
}
EMU_PURE float fdividef(float x, float y) {
  return x / y;
}
EMU_PURE float __log2f(float x) {
  return log2f(x);
}
EMU_PURE float __log10f(float x) {
  return log10f(x);
}
EMU_PURE float __exp10f(float x) {
  return exp10f(x);
}
EMU_PURE float __tanf(float x) {
  return tanf(x);
}
EMU_INLINE void __sincosf(float x, float *s, float *c) {
  *s = __sinf(x);
  *c = __cosf(x);
}
EMU_PURE int __double2hiint(double d) {
  return (int)(__double_as_longlong(d) >> 32);
}
EMU_PURE int __double2loint(double d) {
  return (int)__double_as_longlong(d);
}
EMU_PURE double __hiloint2double(int high, int low) {
  return __longlong_as_double((long long)((unsigned long long)(unsigned)high << 32 | (unsigned)low));
}

// Sines and cosines of multiples of pi, reduced exactly before they are scaled.
EMU_PURE double sinpi(double x) {
  double r = x - 2 * rint(x / 2), a = fabs(r);
  if (a == 0 || a == 1) return copysign(0.0, x);
  return copysign(1.0, r) * (a <= 0.25  ? sin(M_PI * a)
                             : a < 0.75 ? cos(M_PI * (0.5 - a))
                                        : sin(M_PI * (1 - a)));
}
EMU_PURE double cospi(double x) {
  double a = fabs(x - 2 * rint(x / 2));
  if (a == 0.5) return 0;
  return a <= 0.25 ? cos(M_PI * a) : a < 0.75 ? sin(M_PI * (0.5 - a)) : -cos(M_PI * (1 - a));
}
EMU_PURE float sinpif(float x) {
  return ::emu::rounded(sinpi(x));
}
EMU_PURE float cospif(float x) {
  return ::emu::rounded(cospi(x));
}
EMU_INLINE void sincospi(double x, double *s, double *c) {
  *s = sinpi(x);
  *c = cospi(x);
}
EMU_INLINE void sincospif(float x, float *s, float *c) {
  *s = sinpif(x);
  *c = cospif(x);
}
#define EMU_NORMS(T_, suffix)                                                                                \
  EMU_PURE T_ norm3d##suffix(T_ x, T_ y, T_ z) {                                                             \
    return hypot##suffix(hypot##suffix(x, y), z);                                                            \
  }                                                                                                          \
  EMU_PURE T_ norm4d##suffix(T_ x, T_ y, T_ z, T_ w) {                                                       \
    return hypot##suffix(hypot##suffix(x, y), hypot##suffix(z, w));                                          \
  }
EMU_NORMS(float, f)
EMU_NORMS(double, )
#define EMU_ROUNDED(name, of, T_doubles, T_floats, ...)                                                      \
  EMU_PURE double name T_doubles {                                                                           \
    return of(__VA_ARGS__);                                                                                  \
  }                                                                                                          \
  EMU_PURE float name##f T_floats {                                                                          \
    return ::emu::rounded(of(__VA_ARGS__));                                                                  \
  }
EMU_ROUNDED(rcbrt, emu_rcbrt, (double x), (float x), x)
EMU_ROUNDED(rhypot, emu_rhypot, (double x, double y), (float x, float y), x, y)
EMU_ROUNDED(rnorm3d, emu_rnorm4d, (double x, double y, double z), (float x, float y, float z), x, y, z, 0)
EMU_ROUNDED(rnorm4d, emu_rnorm4d, (double x, double y, double z, double w),
            (float x, float y, float z, float w), x, y, z, w)
EMU_ROUNDED(normcdf, emu_normcdf, (double x), (float x), x)
#undef EMU_ROUNDED
#undef EMU_NORMS

// ---- one rounding mode named in the function: to nearest even, to zero, up, down ----

extern "C" {
#define EMU_MODES(T_, name, arguments)                                                                       \
  __attribute__((const, nothrow)) T_ name##_rn arguments;                                                    \
  __attribute__((const, nothrow)) T_ name##_rz arguments;                                                    \
  __attribute__((const, nothrow)) T_ name##_ru arguments;                                                    \
  __attribute__((const, nothrow)) T_ name##_rd arguments;
EMU_MODES(float, __fadd, (float, float))
EMU_MODES(float, __fsub, (float, float))
EMU_MODES(float, __fmul, (float, float))
EMU_MODES(float, __fdiv, (float, float))
EMU_MODES(float, __fmaf, (float, float, float))
EMU_MODES(float, __frcp, (float))
EMU_MODES(float, __fsqrt, (float))
EMU_MODES(double, __dadd, (double, double))
EMU_MODES(double, __dsub, (double, double))
EMU_MODES(double, __dmul, (double, double))
EMU_MODES(double, __ddiv, (double, double))
EMU_MODES(double, __fma, (double, double, double))
EMU_MODES(double, __drcp, (double))
EMU_MODES(double, __dsqrt, (double))
EMU_MODES(float, __int2float, (int))
EMU_MODES(float, __uint2float, (unsigned))
EMU_MODES(float, __ll2float, (long long))
EMU_MODES(float, __ull2float, (unsigned long long))
EMU_MODES(double, __ll2double, (long long))
EMU_MODES(double, __ull2double, (unsigned long long))
EMU_MODES(float, __double2float, (double))
// Out of range: the nearest end of the range. NaN: 0, but the lowest bit pattern with only the top bit set
// where a double or a 64-bit integer is involved.
EMU_MODES(int, __float2int, (float))
EMU_MODES(unsigned, __float2uint, (float))
EMU_MODES(long long, __float2ll, (float))
EMU_MODES(unsigned long long, __float2ull, (float))
EMU_MODES(int, __double2int, (double))
EMU_MODES(unsigned, __double2uint, (double))
EMU_MODES(long long, __double2ll, (double))
EMU_MODES(unsigned long long, __double2ull, (double))
#undef EMU_MODES
}
EMU_PURE float __frsqrt_rn(float x) {
  return ::emu::rounded(1.0 / sqrt((double)x));
}
EMU_PURE double __int2double_rn(int x) {
  return x;
}
EMU_PURE double __uint2double_rn(unsigned x) {
  return x;
}

#endif
