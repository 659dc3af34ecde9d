// Functions of the C library that are not the device's: a NaN of single precision that the library makes in double precision or
// takes from a constant, and errors above those that NVIDIA documents. Host code gets the library's. Its functions have two
// names; sqrtf here is ours, and sqrtf32 the library's.
#define _GNU_SOURCE
#include "runtime/floats.h"
#include <math.h>
#include <string.h>

#ifdef __GLIBC__

static float devices(float result) {
  static const unsigned nan = 0x7fffffff;
  if (result != result && floats_of_device) memcpy(&result, &nan, sizeof nan);
  return result;
}

#define OF_ONE(name)                                                                                         \
  float name(float x) {                                                                                      \
    return devices((float)name##32(x));                                                                      \
  }
#define OF_TWO(name)                                                                                         \
  float name(float x, float y) {                                                                             \
    return devices((float)name##32(x, y));                                                                   \
  }
OF_ONE(sqrtf)
OF_ONE(asinf)
OF_ONE(acosf)
OF_ONE(acoshf)
OF_ONE(atanhf)
OF_ONE(log10f)
OF_ONE(tgammaf)
OF_ONE(y0f)
OF_ONE(y1f)
OF_TWO(fmodf)
OF_TWO(remainderf)
float ynf(int n, float x) {
  return devices((float)ynf32(n, x));
}

#define IN_LONG_DOUBLE(name)                                                                                 \
  double name(double x) {                                                                                    \
    return floats_of_device ? (double)name##l(x) : (double)name##f64(x);                                     \
  }
IN_LONG_DOUBLE(cbrt)
IN_LONG_DOUBLE(exp10)
IN_LONG_DOUBLE(cosh)
IN_LONG_DOUBLE(tanh)
IN_LONG_DOUBLE(y0)
IN_LONG_DOUBLE(y1)
#endif
