// What arithmetic.c and the host's part of it (arithmetic_x86.c) share.
#ifndef EMU_KERNEL_ARITHMETIC_H
#define EMU_KERNEL_ARITHMETIC_H

#include <stdbool.h>
#include <stdint.h>

// A conversion of a float or double that does not fit; bits are the number's as it stands in memory.
struct conversion {
  uint64_t bits, result;
  double number;
  int from_bits, to_bits;
  bool to_signed;
};

// The host's own result, in the low to_bits.
uint64_t host_conversion(const struct conversion *c);
// Has the conversion that this thread does next give c's result. stack: the stack pointer of the function that does it.
// False where the host cannot.
bool host_converts_as(const struct conversion *c, uint64_t stack);

// The signals of both: true if the program goes on. context: the third argument of a signal's handler.
bool arithmetic_divided(void *context);           // SIGFPE
bool arithmetic_invalid(void *context, int code); // SIGFPE; code: the signal's
void arithmetic_invalid_done(void *context);      // SIGTRAP, before the next
void arithmetic_step(void *context);              // SIGTRAP; ends single steps if nothing needs them

// A thread divided a whole number by zero, or the least one by -1, and goes on with the device's result.
void arithmetic_tell_division(uint32_t pc, bool by_zero, unsigned long long quotient, int bits);

#endif
