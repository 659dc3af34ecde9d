// Sums in half precision and bfloat16 that go wrong: finite operands whose result is infinite, and an accumulator
// that has grown so large that what is added to it is rounded away, time after time.
//
// A single rounding is no mistake. We track accumulators: an instruction of a thread (for atomics, an
// address) whose operand is its own last result. One is reported when the addends that it absorbed without
// changing sum to four units of its last digit, more than any order of summation of as many terms would
// explain.
#include "check/precision.h"
#include "check/hazard.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { RUNS = 8, LOST_ULPS = 4, GROWN = 2, ADDRESSES = 1024 };

struct run {      // a sum in the making
  uint64_t owner; // of a thread: block_epoch << 32 | pc; of an atomic: the address
  uint32_t epoch; // of an atomic: first of the launch
  float value, lost;
  uint32_t grown, absorbed; // results that differed from the accumulator; and those in a row that did not
};

static struct run of_thread[MAX_BLOCK][RUNS], of_address[ADDRESSES];
static uint8_t next_slot[MAX_BLOCK];

static const char *format_name(int digits) {
  return digits == 10 ? "half precision" : "bfloat16";
}

static void overflow(const struct small_sum *s, uint32_t pc) {
  static const char advice[] =
      "multiply and add in float (__half2float, __bfloat162float); convert the result back if it fits";
  const char *name = format_name(s->digits);
  double most = s->digits == 10 ? 65504.0 : 3.3895314e38;
  if (s->operation == '+')
    hazard_note(EMU_NOTE_HALF_OVERFLOW, site_self(pc), NULL, advice,
                "%g %c %g is infinity in %s, which ends at %g", s->a, s->c < 0 ? '-' : '+', fabs(s->c), name,
                most);
  else if (s->operation == 'f')
    hazard_note(EMU_NOTE_HALF_OVERFLOW, site_self(pc), NULL, advice,
                "%g * %g + %g is infinity in %s, which ends at %g", s->a, s->b, s->c, name, most);
  else
    hazard_note(EMU_NOTE_HALF_OVERFLOW, site_self(pc), NULL, advice,
                "%g %c %g is infinity in %s, which ends at %g", s->a, s->operation, s->b, name, most);
}

static void absorb(struct run *r, double addend, const struct small_sum *s, uint32_t pc) {
  int exponent;
  frexpf(r->value, &exponent); // value = f 2^exponent, f in [1/2, 1)
  r->lost += (float)addend;
  r->absorbed++;
  if (fabsf(r->lost) < LOST_ULPS * ldexpf(1, exponent - 1 - s->digits)) return;
  hazard_note(EMU_NOTE_HALF_ABSORBED, site_self(pc), NULL,
              "accumulate in float: float sum; sum += __half2float(x); convert once, at the end",
              "%g + %g stays %g: %u additions in a row are rounded away, %g in all is missing (%s has %d "
              "binary digits)",
              (double)r->value, addend, (double)r->value, r->absorbed, (double)r->lost,
              format_name(s->digits), s->digits + 1);
}

// r is known to go on from its own last value, to which `addend` is added.
static void go_on(struct run *r, double addend, const struct small_sum *s, uint32_t pc) {
  if (s->result != r->value) {
    r->value = s->result;
    r->grown++;
    r->lost = 0;
    r->absorbed = 0;
  } else if (addend != 0 && r->grown >= GROWN) {
    absorb(r, addend, s, pc);
  }
}

static struct run *run_of(uint64_t owner, float value) {
  for (struct run *r = of_thread[M.tid]; r < of_thread[M.tid] + RUNS; r++)
    if (r->owner == owner && r->value == value) return r;
  return NULL;
}

static bool overflowed(const struct small_sum *s) {
  return isinf(s->result) && isfinite(s->a) && isfinite(s->b) && isfinite(s->c);
}

void precision_result(const struct small_sum *s, uint32_t pc) {
  if (!M.self) return;
  if (overflowed(s) && !(s->operation == '/' && s->b == 0)) overflow(s, pc);
  if ((s->operation != '+' && s->operation != 'f') || !isfinite(s->result)) return;
  double product = s->a * s->b;
  if (s->result == 0 && product != 0) // a compensated sum looks at what it has lost: t - sum
    for (int i = 0; i < RUNS; i++) of_thread[M.tid][i].lost = 0;
  uint64_t owner = (uint64_t)M.block_epoch << 32 | pc;
  struct run *r = run_of(owner, (float)s->c);
  if (r) {
    go_on(r, product, s, pc);
  } else if (s->operation == '+' && (r = run_of(owner, (float)s->a))) {
    go_on(r, s->c, s, pc);
  } else {
    r = &of_thread[M.tid][next_slot[M.tid]++ % RUNS];
    *r = (struct run){.owner = owner, .value = s->result};
  }
}

void precision_atomic(const struct small_sum *s, uint64_t address, uint32_t pc) {
  if (overflowed(s)) overflow(s, pc);
  if (!isfinite(s->result)) return;
  struct run *r = &of_address[address / 2 % ADDRESSES];
  if (r->owner != address || r->epoch != M.launch_epoch || r->value != (float)s->c)
    *r = (struct run){.owner = address, .epoch = M.launch_epoch, .value = (float)s->c};
  go_on(r, s->a, s, pc);
}

void precision_matrix(const struct thread *t, float v) {
  if (!isfinite(v) || fabsf(v) < 65520) return; // which rounds up to infinity
  hazard_note(EMU_NOTE_HALF_OVERFLOW,
              (struct access_site){t->op_pc, L.block_linear, (uint32_t)(t - L.thread)}, NULL,
              "accumulate in a fragment<accumulator, 16, 16, 16, float>; the operands may stay half",
              "an element of the product, %g, is infinity in half precision, which ends at 65504", (double)v);
}
