// The arithmetic and conversion intrinsics that name a rounding mode, and the C library's minimum and maximum as a
// device has them.
#include <fenv.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

// The NaN of single precision on a device.
static float the_nan(void) {
  uint32_t bits = 0x7fffffff;
  float nan;
  memcpy(&nan, &bits, sizeof nan);
  return nan;
}

// Operands and result pass through volatiles, so that the compiler leaves the operation where the mode is
// set.
#define IN_MODE(mode, T, expression)                                                                         \
  fesetround(mode);                                                                                          \
  volatile T result = (expression);                                                                          \
  fesetround(FE_TONEAREST);                                                                                  \
  return result;
#define MODES(DEFINE, ...)                                                                                   \
  DEFINE(_rn, FE_TONEAREST, __VA_ARGS__)                                                                     \
  DEFINE(_rz, FE_TOWARDZERO, __VA_ARGS__)                                                                    \
  DEFINE(_ru, FE_UPWARD, __VA_ARGS__)                                                                        \
  DEFINE(_rd, FE_DOWNWARD, __VA_ARGS__)

#define UNARY(suffix, mode, name, T, From, expression)                                                       \
  T name##suffix(From argument);                                                                             \
  T name##suffix(From argument) {                                                                            \
    volatile From a = argument;                                                                              \
    IN_MODE(mode, T, expression)                                                                             \
  }
#define BINARY(suffix, mode, name, T, operator)                                                              \
  T name##suffix(T left, T right);                                                                           \
  T name##suffix(T left, T right) {                                                                          \
    volatile T a = left, b = right;                                                                          \
    IN_MODE(mode, T, a operator b)                                                                           \
  }
#define FUSED(suffix, mode, name, T, function)                                                               \
  T name##suffix(T x, T y, T z);                                                                             \
  T name##suffix(T x, T y, T z) {                                                                            \
    volatile T a = x, b = y, c = z;                                                                          \
    IN_MODE(mode, T, function(a, b, c))                                                                      \
  }

MODES(BINARY, __fadd, float, +)
MODES(BINARY, __fsub, float, -)
MODES(BINARY, __fmul, float, *)
MODES(BINARY, __fdiv, float, /)
MODES(FUSED, __fmaf, float, fmaf)
MODES(UNARY, __frcp, float, float, 1.0f / a)
MODES(UNARY, __fsqrt, float, float, sqrtf(a))
MODES(BINARY, __dadd, double, +)
MODES(BINARY, __dsub, double, -)
MODES(BINARY, __dmul, double, *)
MODES(BINARY, __ddiv, double, /)
MODES(FUSED, __fma, double, fma)
MODES(UNARY, __drcp, double, double, 1.0 / a)
MODES(UNARY, __dsqrt, double, double, sqrt(a))
MODES(UNARY, __int2float, float, int, (float)a)
MODES(UNARY, __uint2float, float, unsigned, (float)a)
MODES(UNARY, __ll2float, float, long long, (float)a)
MODES(UNARY, __ull2float, float, unsigned long long, (float)a)
MODES(UNARY, __ll2double, double, long long, (double)a)
MODES(UNARY, __ull2double, double, unsigned long long, (double)a)
MODES(UNARY, __double2float, float, double, a == a ? (float)a : the_nan())

// To an integer, as PTX's cvt does it: limits are inclusive powers of two that a double holds exactly.
#define TO_INTEGER(suffix, rounded, name, T, From, low, high, least, most, nan)                              \
  T name##suffix(From a);                                                                                    \
  T name##suffix(From a) {                                                                                   \
    if (a != a) return nan;                                                                                  \
    double r = rounded((double)a);                                                                           \
    return r < low ? least : r >= high ? most : (T)r;                                                        \
  }
#define INTEGER_MODES(...)                                                                                   \
  TO_INTEGER(_rn, rint, __VA_ARGS__)                                                                         \
  TO_INTEGER(_rz, trunc, __VA_ARGS__)                                                                        \
  TO_INTEGER(_ru, ceil, __VA_ARGS__)                                                                         \
  TO_INTEGER(_rd, floor, __VA_ARGS__)
#define TOP64 (1ull << 63)
INTEGER_MODES(__float2int, int, float, -0x1p31, 0x1p31, INT32_MIN, INT32_MAX, 0)
INTEGER_MODES(__float2uint, unsigned, float, 0.0, 0x1p32, 0, UINT32_MAX, 0)
INTEGER_MODES(__float2ll, long long, float, -0x1p63, 0x1p63, INT64_MIN, INT64_MAX, INT64_MIN)
INTEGER_MODES(__float2ull, unsigned long long, float, 0.0, 0x1p64, 0, UINT64_MAX, TOP64)
INTEGER_MODES(__double2int, int, double, -0x1p31, 0x1p31, INT32_MIN, INT32_MAX, INT32_MIN)
INTEGER_MODES(__double2uint, unsigned, double, 0.0, 0x1p32, 0, UINT32_MAX, 1u << 31)
INTEGER_MODES(__double2ll, long long, double, -0x1p63, 0x1p63, INT64_MIN, INT64_MAX, INT64_MIN)
INTEGER_MODES(__double2ull, unsigned long long, double, 0.0, 0x1p64, 0, UINT64_MAX, TOP64)

// Before the C library's, which leave open what comes of -0 and +0: on a device -0 is below.
#define EXTREME(name, T, smaller, ahead)                                                                     \
  T name(T a, T b) {                                                                                         \
    if (a != a) return b;                                                                                    \
    if (a == b) return (ahead) ? a : b;                                                                      \
    return (smaller) || b != b ? a : b;                                                                      \
  }
EXTREME(fminf, float, a < b, signbit(a))
EXTREME(fmaxf, float, a > b, !signbit(a))
EXTREME(fmin, double, a < b, signbit(a))
EXTREME(fmax, double, a > b, !signbit(a))
