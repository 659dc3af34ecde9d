// Complex numbers as CUDA's C interface has them: pairs of floats or doubles.
#ifndef EMU_CU_COMPLEX_H
#define EMU_CU_COMPLEX_H

#include <math.h>
#include "cuda_runtime.h"

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

#define EMU_COMPLEX __host__ __device__ static inline
// Division and absolute value scale by the divisor's and the greater part's size, as CUDA does: no overflow in between.
#define EMU_COMPLEX_OF(T_, Complex, f, fabs_, sqrt_)                                                         \
  EMU_COMPLEX T_ cuCreal##f(Complex x) {                                                                     \
    return x.x;                                                                                              \
  }                                                                                                          \
  EMU_COMPLEX T_ cuCimag##f(Complex x) {                                                                     \
    return x.y;                                                                                              \
  }                                                                                                          \
  EMU_COMPLEX Complex make_##Complex(T_ real, T_ imaginary) {                                                \
    Complex z;                                                                                               \
    z.x = real;                                                                                              \
    z.y = imaginary;                                                                                         \
    return z;                                                                                                \
  }                                                                                                          \
  EMU_COMPLEX Complex cuConj##f(Complex x) {                                                                 \
    return make_##Complex(x.x, -x.y);                                                                        \
  }                                                                                                          \
  EMU_COMPLEX Complex cuCadd##f(Complex x, Complex y) {                                                      \
    return make_##Complex(x.x + y.x, x.y + y.y);                                                             \
  }                                                                                                          \
  EMU_COMPLEX Complex cuCsub##f(Complex x, Complex y) {                                                      \
    return make_##Complex(x.x - y.x, x.y - y.y);                                                             \
  }                                                                                                          \
  EMU_COMPLEX Complex cuCmul##f(Complex x, Complex y) {                                                      \
    return make_##Complex(x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x);                                     \
  }                                                                                                          \
  EMU_COMPLEX Complex cuCdiv##f(Complex x, Complex y) {                                                      \
    T_ scale = 1 / (fabs_(y.x) + fabs_(y.y)), a = x.x * scale, b = x.y * scale, c = y.x * scale,             \
       d = y.y * scale, size = 1 / (c * c + d * d);                                                          \
    return make_##Complex((a * c + b * d) * size, (b * c - a * d) * size);                                   \
  }                                                                                                          \
  EMU_COMPLEX T_ cuCabs##f(Complex x) {                                                                      \
    T_ a = fabs_(x.x), b = fabs_(x.y), great = a > b ? a : b, small = a > b ? b : a;                         \
    if (!(great > 0) || isinf(great) || small != small) return a + b;                                        \
    T_ ratio = small / great;                                                                                \
    return great * sqrt_(1 + ratio * ratio);                                                                 \
  }                                                                                                          \
  EMU_COMPLEX Complex cuCfma##f(Complex x, Complex y, Complex z) {                                           \
    Complex product = cuCmul##f(x, y);                                                                       \
    return cuCadd##f(product, z);                                                                            \
  }

EMU_COMPLEX_OF(float, cuFloatComplex, f, fabsf, sqrtf)
EMU_COMPLEX_OF(double, cuDoubleComplex, , fabs, sqrt)

EMU_COMPLEX cuComplex make_cuComplex(float real, float imaginary) {
  return make_cuFloatComplex(real, imaginary);
}
EMU_COMPLEX cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex x) {
  return make_cuDoubleComplex(x.x, x.y);
}
EMU_COMPLEX cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex x) {
  return make_cuFloatComplex((float)x.x, (float)x.y);
}
#undef EMU_COMPLEX_OF
#undef EMU_COMPLEX

#endif
