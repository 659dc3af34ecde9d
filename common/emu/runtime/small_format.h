// The formats of half precision and bfloat16: to them with one rounding, and from them.
#ifndef EMU_RUNTIME_SMALL_FORMAT_H
#define EMU_RUNTIME_SMALL_FORMAT_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { TO_NEAREST, TO_ZERO, UP, DOWN }; // as in emu_small_float.h

static inline uint64_t bits_of(double x) {
  uint64_t b;
  memcpy(&b, &x, sizeof b);
  return b;
}

// To a format with `digits` explicit fraction bits. The largest finite number has all exponents but the last.
static inline uint16_t narrow(double x, int digits, int bias, int mode) {
  uint64_t b = bits_of(x), sign = b >> 63, infinity = 0x7fffull >> digits << digits;
  int exponent = (int)(b >> 52 & 2047) - 1023;
  uint64_t fraction = b & ((1ull << 52) - 1);
  if (exponent == 1024) return (uint16_t)(fraction ? 0x7fff : sign << 15 | infinity);
  if (exponent == -1023) return (uint16_t)(sign << 15); // a double's subnormals lie far below: see `shift`
  fraction |= 1ull << 52;
  int shift = 52 - digits, low = 1 - bias - exponent;
  if (low > 0) shift += low;
  if (shift > 60) shift = 60; // less than half of the smallest number, but not zero
  uint64_t kept = fraction >> shift, rest = fraction & ((1ull << shift) - 1), half = 1ull << (shift - 1);
  if (mode == TO_NEAREST)
    kept += rest > half || (rest == half && kept & 1);
  else if ((mode == UP && !sign) || (mode == DOWN && sign))
    kept += rest != 0;
  uint64_t r = low > 0 ? kept : kept + ((uint64_t)(exponent + bias - 1) << digits);
  if (r >= infinity) {
    bool away = mode == TO_NEAREST || (mode == UP && !sign) || (mode == DOWN && sign);
    r = away ? infinity : infinity - 1;
  }
  return (uint16_t)(sign << 15 | r);
}

static inline float float_of(uint32_t bits) {
  float f;
  memcpy(&f, &bits, sizeof f);
  return f;
}
static inline float widen_half(uint16_t h) {
  uint32_t sign = (uint32_t)(h & 0x8000) << 16, rest = h & 0x7fffu;
  if (rest < 0x400) return float_of(sign | 0x3f800000u) * ((float)rest * 0x1p-24f);
  return float_of(sign | rest << 13 | (rest >= 0x7c00 ? 0x7f800000u : 0)) *
         (rest >= 0x7c00 ? 1.0f : 0x1p112f); // the exponent's bias
}
static inline float widen_bfloat16(uint16_t h) {
  return float_of((uint32_t)h << 16);
}

#endif
