// Functions that CUDA's mathematics has and math.h lacks: inverse error functions, the scaled one, modified Bessel
// functions, norms of arrays. Those of float are computed in double precision and rounded once.
#ifndef EMU_SPECIAL_H
#define EMU_SPECIAL_H

namespace emu {

// z with erfc(z) = y for 0 < y <= 1: the first terms of the asymptotic expansion, then Newton's method on log erfc, which is
// nearly a parabola and converges from there.
EMU_PURE double upper_erfcinv(double y) {
  double t = sqrt(-2 * log(y / 2)),
         z = t > 2 ? (t - log(t * 2.5) / t) * M_SQRT1_2 : (1 - y) * 0.8862269254527580;
  for (int i = 0; i < 12; i++) {
    double e = erfc(z), step = e * log(e / y) / (M_2_SQRTPI * exp(-z * z));
    z += step;
    if (fabs(step) <= 1e-17 * fabs(z)) break;
  }
  return z;
}
// z with erf(z) = x for |x| <= 0.5, where 1 - x would lose digits.
EMU_PURE double middle_erfinv(double x) {
  double z = x * 0.8862269254527580;
  for (int i = 0; i < 12; i++) {
    double step = (x - erf(z)) / (M_2_SQRTPI * exp(-z * z));
    z += step;
    if (fabs(step) <= 1e-17 * fabs(z)) break;
  }
  return z;
}

} // namespace emu

EMU_PURE double erfinv(double x) {
  double a = fabs(x);
  if (!(a <= 1)) return NAN;
  if (a == 1) return copysign(INFINITY, x);
  return a <= 0.5 ? ::emu::middle_erfinv(x) : copysign(::emu::upper_erfcinv(1 - a), x);
}
EMU_PURE double erfcinv(double y) {
  if (!(y >= 0 && y <= 2)) return NAN;
  if (y == 0 || y == 2) return y == 0 ? INFINITY : -INFINITY;
  if (y >= 0.5 && y <= 1.5) return ::emu::middle_erfinv(1 - y);
  return y < 1 ? ::emu::upper_erfcinv(y) : -::emu::upper_erfcinv(2 - y);
}
EMU_PURE double normcdfinv(double p) {
  return -M_SQRT2 * erfcinv(2 * p);
}
EMU_PURE double erfcx(double x) {
  return emu_erfcx(x);
}
EMU_PURE double cyl_bessel_i0(double x) {
  return emu_bessel_i(0, x);
}
EMU_PURE double cyl_bessel_i1(double x) {
  return emu_bessel_i(1, x);
}
#define EMU_ROUNDED(name)                                                                                    \
  EMU_PURE float name##f(float x) {                                                                          \
    return ::emu::rounded(name((double)x));                                                                  \
  }                                                                                                          \
  EMU_PURE float name(float x) {                                                                             \
    return name##f(x);                                                                                       \
  }
EMU_ROUNDED(erfinv)
EMU_ROUNDED(erfcinv)
EMU_ROUNDED(normcdfinv)
EMU_ROUNDED(erfcx)
EMU_ROUNDED(cyl_bessel_i0)
EMU_ROUNDED(cyl_bessel_i1)
#undef EMU_ROUNDED

EMU_PURE double fdivide(double x, double y) {
  return x / y;
}
EMU_INLINE void sincospi(float x, float *s, float *c) {
  sincospif(x, s, c);
}
// Of an array: loads like any other.
EMU_INLINE double norm(int n, const double *v) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += v[i] * v[i];
  return sqrt(sum);
}
EMU_INLINE double rnorm(int n, const double *v) {
  return 1 / norm(n, v);
}
EMU_INLINE float normf(int n, const float *v) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += (double)v[i] * v[i];
  return (float)sqrt(sum);
}
EMU_INLINE float rnormf(int n, const float *v) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += (double)v[i] * v[i];
  return (float)(1 / sqrt(sum));
}

#endif
