// Sums in half precision that go wrong: an operation to be looked at.
#ifndef EMU_CHECK_PRECISION_H
#define EMU_CHECK_PRECISION_H

#include "memory/running.h"

struct small_sum {
  int operation; // '+' (a + c, with b = 1), '*', '/', or 'f' (a b + c)
  int digits;    // explicit ones of the format's fraction
  double a, b, c;
  float result;
};
void precision_result(const struct small_sum *s, uint32_t pc);
void precision_matrix(const struct thread *t, float v); // v: an element of a half-precision accumulator
void precision_atomic(const struct small_sum *s, uint64_t address, uint32_t pc); // c is what was there

#endif
