// Functions of CUDA's mathematics that the C library lacks, in long double: what NVIDIA documents of their errors leaves no
// room for several roundings to double.
#define _GNU_SOURCE
#include <math.h>

double emu_rsqrt(double x);
double emu_rsqrt(double x) {
  return (double)(1 / sqrtl(x));
}

double emu_rcbrt(double x);
double emu_rcbrt(double x) {
  return (double)(1 / cbrtl(x));
}

double emu_rhypot(double x, double y);
double emu_rhypot(double x, double y) {
  return (double)(1 / hypotl(x, y));
}

double emu_rnorm4d(double x, double y, double z, double w);
double emu_rnorm4d(double x, double y, double z, double w) {
  return (double)(1 / hypotl(hypotl(x, y), hypotl(z, w)));
}

double emu_normcdf(double x);
double emu_normcdf(double x) {
  return (double)(erfcl(-x * (long double)M_SQRT1_2l) / 2);
}

// exp(x^2) erfc(x); for large x by the continued fraction of erfc.
double emu_erfcx(double x);
double emu_erfcx(double x) {
  long double l = x, fraction = 0;
  if (!(x >= 25)) return (double)(expl(l * l) * erfcl(l));
  for (int k = 30; k > 0; k--) fraction = k / 2.0L / (l + fraction);
  return (double)(M_2_SQRTPIl / 2 / (l + fraction));
}

// The modified Bessel function of the first kind, of order 0 or 1: the sum of (x / 2)^(2 k + order) / (k! (k + order)!), whose
// terms have one sign.
double emu_bessel_i(int order, double x);
double emu_bessel_i(int order, double x) {
  long double q = (long double)x * x / 4, term = order ? x / 2.0L : 1, sum = term;
  for (int k = 1; k < 3000 && fabsl(term) > fabsl(sum) * 1e-21L; k++)
    sum += term *= q / ((long double)k * (k + order));
  return (double)sum;
}
