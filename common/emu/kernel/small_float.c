// Half precision and bfloat16: conversions with one rounding, and arithmetic that rounds once, as the
// hardware does.
//
// Every operation is done in double and rounded to the small format. Products of two small numbers are exact
// there; quotients and square roots have more than twice the digits, so that rounding again is harmless
// (Figueroa 1995); a sum is rounded to odd first (Boldo and Melquiond 2008), which makes the second rounding
// exact.
#include "runtime/small_format.h"
#include "check/precision.h"
#include "kernel/access.h"
#include "kernel/small_float.h"
#include <math.h>

#define CALLER            __builtin_return_address(0)
#define ONE(digits, bias) (uint16_t)((bias) << (digits))

// a b + c rounded to odd: the error of the sum (Knuth's two-sum) decides the last bit.
static inline double fused_to_odd(double a, double b, double c) {
  double p = a * b, s = p + c, t = s - p, error = (p - (s - t)) + (c - t);
  if (error == 0 || !isfinite(s) || error != error) return s;
  uint64_t bits = bits_of(s);
  if (bits & 1) return s;
  bits += (error > 0) == (s > 0) ? 1 : (uint64_t)-1;
  memcpy(&s, &bits, sizeof s);
  return s;
}

// 64-bit integers that a double cannot hold: the digits below its last are folded into one.
static double integer_to_odd(unsigned long long v, bool negative) {
  double d = v >> 53 ? (double)(v >> 11 | ((v & 2047) != 0)) * 2048.0 : (double)v;
  return negative ? -d : d;
}

#define FORMAT(name, digits, bias, widen)                                                                    \
  float emu_##name##_to_float(uint16_t h) {                                                                  \
    return widen(h);                                                                                         \
  }                                                                                                          \
  uint16_t emu_##name##_from(double x, int mode) {                                                           \
    return narrow(x, digits, bias, mode);                                                                    \
  }                                                                                                          \
  uint16_t emu_##name##_from_integer(long long v, int mode) {                                                \
    return narrow(integer_to_odd(v < 0 ? 0ull - (unsigned long long)v : (unsigned long long)v, v < 0),       \
                  digits, bias, mode);                                                                       \
  }                                                                                                          \
  uint16_t emu_##name##_from_unsigned(unsigned long long v, int mode) {                                      \
    return narrow(integer_to_odd(v, false), digits, bias, mode);                                             \
  }                                                                                                          \
  static uint16_t name##_told(int operation, double result, uint16_t a, uint16_t b, uint16_t c,              \
                              void *return_address) {                                                        \
    uint16_t r = narrow(result, digits, bias, TO_NEAREST);                                                   \
    struct small_sum s = {operation, digits, widen(a), widen(b), widen(c), widen(r)};                        \
    precision_result(&s, (uint32_t)(uintptr_t)return_address);                                               \
    return r;                                                                                                \
  }                                                                                                          \
  uint16_t emu_##name##_fma_quiet(uint16_t a, uint16_t b, uint16_t c) {                                      \
    return narrow(fused_to_odd(widen(a), widen(b), widen(c)), digits, bias, TO_NEAREST);                     \
  }                                                                                                          \
  uint16_t emu_##name##_fma(uint16_t a, uint16_t b, uint16_t c) {                                            \
    return name##_told('f', fused_to_odd(widen(a), widen(b), widen(c)), a, b, c, CALLER);                    \
  }                                                                                                          \
  uint16_t emu_##name##_add(uint16_t a, uint16_t b) {                                                        \
    return name##_told('+', fused_to_odd(widen(a), 1, widen(b)), a, ONE(digits, bias), b, CALLER);           \
  }                                                                                                          \
  uint16_t emu_##name##_mul(uint16_t a, uint16_t b) {                                                        \
    return name##_told('*', (double)widen(a) * widen(b), a, b, 0, CALLER);                                   \
  }                                                                                                          \
  uint16_t emu_##name##_div(uint16_t a, uint16_t b) {                                                        \
    return name##_told('/', (double)widen(a) / widen(b), a, b, 0, CALLER);                                   \
  }                                                                                                          \
  static uint16_t name##_added(uint16_t *p, uint16_t old, uint16_t v, void *return_address) {                \
    uint16_t r = emu_##name##_fma_quiet(v, ONE(digits, bias), old);                                          \
    struct small_sum s = {'+', digits, widen(v), 1, widen(old), widen(r)};                                   \
    precision_atomic(&s, (uint64_t)p, (uint32_t)(uintptr_t)return_address);                                  \
    return r;                                                                                                \
  }                                                                                                          \
  /* with --fast blocks run on several cores */                                                              \
  static uint16_t name##_add_to(uint16_t *p, uint16_t v, void *return_address) {                             \
    uint16_t old = *p, now;                                                                                  \
    do now = name##_added(p, old, v, return_address);                                                        \
    while (!__atomic_compare_exchange_n(p, &old, now, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));           \
    return old;                                                                                              \
  }                                                                                                          \
  uint16_t emu_##name##_atomic_add(uint16_t *p, uint16_t v) {                                                \
    emu_atomic(p, 2, CALLER);                                                                                \
    uint16_t old = name##_add_to(p, v, CALLER);                                                              \
    emu_atomic_done(p, true);                                                                                \
    return old;                                                                                              \
  }                                                                                                          \
  uint32_t emu_##name##2_atomic_add(uint32_t * p, uint32_t v) {                                              \
    emu_atomic(p, 4, CALLER);                                                                                \
    uint16_t *half = (uint16_t *)p, low = name##_add_to(half, (uint16_t)v, CALLER);                          \
    uint16_t high = name##_add_to(half + 1, (uint16_t)(v >> 16), CALLER);                                    \
    emu_atomic_done(p, true);                                                                                \
    return low | (uint32_t)high << 16;                                                                       \
  }

FORMAT(half, 10, 15, widen_half)
FORMAT(bfloat16, 7, 127, widen_bfloat16)
