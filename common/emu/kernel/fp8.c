// The two formats of 8-bit floating point: e4m3, which has no infinity, and e5m2, which has half precision's exponents.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

struct format {
  int digits, least;         // explicit fraction bits; the exponent of the least normal number
  double largest;            // finite
  uint8_t most, beyond, nan; // its bits; what comes of a larger number that does not saturate; of no number
};
static const struct format e4m3 = {3, -6, 448, 0x7e, 0x7f, 0x7f}, e5m2 = {2, -14, 57344, 0x7b, 0x7c, 0x7f};

// To the nearest, to the even one of two.
uint8_t emu_fp8_from(double x, bool five, bool saturates) {
  const struct format *f = five ? &e5m2 : &e4m3;
  uint8_t sign = signbit(x) ? 0x80 : 0;
  if (isnan(x)) return f->nan | (five ? 0 : sign);
  int exponent = f->least;
  if (x != 0 && isfinite(x) && ilogb(x) > exponent) exponent = ilogb(x);
  double units = isfinite(x) ? rint(ldexp(fabs(x), f->digits - exponent)) : x; // of the last digit
  if (!isfinite(x) || ldexp(units, exponent - f->digits) > f->largest)
    return sign | (saturates ? f->most : f->beyond);
  // A carry into the next exponent is one of the bits, too; below the least normal number there is no exponent.
  return (uint8_t)(sign | ((uint8_t)units + ((exponent - f->least) << f->digits)));
}

float emu_fp8_to_float(uint8_t v, bool five) {
  const struct format *f = five ? &e5m2 : &e4m3;
  int exponent = (v & 0x7f) >> f->digits, fraction = v & ((1 << f->digits) - 1);
  double size = ldexp(exponent ? fraction + (1 << f->digits) : fraction,
                      f->least - f->digits + (exponent ? exponent - 1 : 0));
  if ((v & 0x7f) > f->most) size = five && !fraction ? HUGE_VAL : (double)NAN;
  return (float)(v & 0x80 ? -size : size);
}
