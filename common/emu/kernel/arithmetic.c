// Arithmetic that C++ leaves undefined: the device's result, and a note where it happened.
//
// Shifts in device code are the headers' (emu_shift.h), and so are conversions that are written as casts (emu_convert.h).
// Before any other conversion of a number that does not fit, the compiler calls us (-fsanitize=float-cast-overflow).
#include "check/hazard.h"
#include "kernel/ubsan.h"
#include "runtime/fiber.h"
#include "kernel/arithmetic.h"
#include <stdio.h>
#include <string.h>

#define HERE ((uint32_t)(uintptr_t)__builtin_return_address(0))

struct ubsan_operation {
  struct ubsan_location at;
  const struct ubsan_type *left, *right; // of a conversion: from, to
};

// For what cannot be given the device's result: the kernel ends here, so that no other result passes as right.
static void refuse(uint32_t pc, const char *advice, const char *what) {
  hazard(EMU_HAZARD_FAULT, site_self(pc), NULL, advice, "%s", what);
  L.error = cudaErrorLaunchFailure;
  fiber_abort();
}

// ---- floating-point number to integer ----

// As nvcc has it done: types of less than 32 bits by way of 32 bits. Out of range, the nearest end of it; of a NaN 0, or the
// top bit alone where a double or 64 bits are involved.
static uint64_t device_conversion(const struct conversion *c) {
  int wide = c->to_bits < 32 ? 32 : c->to_bits;
  uint64_t top = 1ull << (wide - 1), r;
  double v = c->number, end = (double)top;
  if (v != v)
    r = wide == 64 || c->from_bits == 64 ? top : 0;
  else if (c->to_signed)
    r = v >= end ? top - 1 : v < -end ? -top : (uint64_t)(int64_t)v;
  else
    r = v >= 2 * end ? 2 * (top - 1) + 1 : v < 1 ? 0 : (uint64_t)v;
  return c->to_bits == 64 ? r : r & ((1ull << c->to_bits) - 1);
}

static void tell_conversion(const struct conversion *c, uint32_t pc) {
  char result[32];
  if (c->to_signed)
    snprintf(result, sizeof result, "%lld", (long long)(c->result << (64 - c->to_bits)) >> (64 - c->to_bits));
  else
    snprintf(result, sizeof result, "%llu", (unsigned long long)c->result);
  hazard_note(EMU_NOTE_UNDEFINED, site_self(pc), NULL,
              "C++ leaves the result open and another compiler may give another: bring the number into the "
              "range first",
              "converts %.9g to %s integer of %d bits, which cannot hold it; on the device it becomes %s",
              c->number, c->to_signed ? "a signed" : "an unsigned", c->to_bits, result);
}

uint64_t emu_convert(double number, int from_bits, int to_bits, int to_signed);
uint64_t emu_convert(double number, int from_bits, int to_bits, int to_signed) {
  double top = 2 * (double)(1ull << (to_bits - to_signed - 1)), least = to_signed ? -top : 0;
  if ((number >= least || number > least - 1) && number < top)
    return to_signed ? (uint64_t)(int64_t)number : (uint64_t)number;
  struct conversion c = {
      .number = number, .from_bits = from_bits, .to_bits = to_bits, .to_signed = to_signed != 0};
  c.result = device_conversion(&c);
  if (M.self) tell_conversion(&c, HERE);
  return c.result;
}

void __ubsan_handle_float_cast_overflow(const struct ubsan_operation *o, uint64_t value);
void __ubsan_handle_float_cast_overflow(const struct ubsan_operation *o, uint64_t value) {
  if (!M.self) return; // the host's arithmetic is the host's
  struct conversion c = {.bits = value,
                         .from_bits = o->left->info,
                         .to_bits = 1 << (o->right->info >> 1),
                         .to_signed = o->right->info & 1};
  if (c.from_bits == 32) {
    float f;
    memcpy(&f, &value, sizeof f);
    c.number = (double)f;
  } else if (c.from_bits == 64) {
    memcpy(&c.number, &value, sizeof c.number);
  } else {
    refuse(HERE, "a device has float and double", "converts a long double, which no device has");
  }
  c.result = device_conversion(&c);
  tell_conversion(&c, HERE);
  if (host_conversion(&c) == c.result) return;
  if (!host_converts_as(&c, (uint64_t)__builtin_dwarf_cfa()))
    refuse(HERE, "bring the number into the range first, or use __float2int_rz and its like",
           "converts a number to an integer that cannot hold it: this host cannot give the device's result");
}

// ---- shifts ----

int emu_shift_told(long long amount, int bits);
int emu_shift_told(long long amount, int bits) {
  uint32_t pc = HERE;
  if (!M.self || (unsigned long long)amount < (unsigned)bits) return 0;
  hazard_note(EMU_NOTE_UNDEFINED, site_self(pc), NULL,
              "C++ leaves the result open and another compiler may give another: test the amount first",
              "shifts %d bits by %lld; the device clamps the amount, so that all bits leave", bits, amount);
  return 0;
}

// ---- division ----

void arithmetic_tell_division(uint32_t pc, bool by_zero, unsigned long long quotient, int bits) {
  if (by_zero)
    hazard_note(EMU_NOTE_UNDEFINED, site_self(pc), NULL, "test the divisor first",
                "divides a whole number by zero; the device goes on, with 0x%0*llx", bits / 4, quotient);
  else
    hazard_note(EMU_NOTE_UNDEFINED, site_self(pc), NULL, "test the operands first",
                "divides the least number by -1, which does not fit; the device goes on, with 0x%0*llx",
                bits / 4, quotient);
}

#ifndef __x86_64__
// No signal tells of a division by zero (-fsanitize=integer-divide-by-zero), and the host's result is 0.
void __ubsan_handle_divrem_overflow(const struct ubsan_operation *o, uint64_t left, uint64_t right);
void __ubsan_handle_divrem_overflow(const struct ubsan_operation *o, uint64_t left, uint64_t right) {
  (void)o, (void)left, (void)right;
  if (M.self)
    refuse(HERE, "test the divisor first",
           "divides a whole number by zero: this host cannot give the device's result");
}

// fcvtzs and fcvtzu: the nearest end of the range, and 0 of a NaN.
uint64_t host_conversion(const struct conversion *c) {
  return c->number == c->number ? c->result : 0;
}
bool host_converts_as(const struct conversion *c, uint64_t stack) {
  (void)c, (void)stack;
  return false;
}
bool arithmetic_divided(void *context) {
  (void)context;
  return false;
}
void arithmetic_step(void *context) {
  (void)context;
}
#endif
