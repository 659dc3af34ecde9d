// Element-wise comparison and the pattern of what is wrong.
#include "grader/judge/compare.h"
#include "base/parallel.h"
#include "grader/task.h"
#include <math.h>
#include <string.h>

uint64_t read_bits(const void *elements, int type, int64_t i) {
  switch (pmpp_type_size(type)) {
  case 1:
    return ((const volatile uint8_t *)elements)[i];
  case 2:
    return ((const volatile uint16_t *)elements)[i];
  case 4:
    return ((const volatile uint32_t *)elements)[i];
  default:
    return ((const volatile uint64_t *)elements)[i];
  }
}

double half_value(uint16_t bits) {
  int exponent = bits >> 10 & 31, fraction = bits & 1023;
  double size = exponent == 31  ? (fraction ? NAN : INFINITY)
                : exponent == 0 ? ldexp(fraction, -24)
                                : ldexp(1024 + fraction, exponent - 25);
  return bits >> 15 ? -size : size;
}

static double real_of(int type, uint64_t bits) {
  if (type == PMPP_F16) return half_value((uint16_t)bits);
  if (type == PMPP_F64) {
    double d;
    memcpy(&d, &bits, 8);
    return d;
  }
  uint32_t low = (uint32_t)bits << (type == PMPP_BF16 ? 16 : 0);
  float f;
  memcpy(&f, &low, 4);
  return f;
}

struct value bits_value(int type, uint64_t bits) {
  if (pmpp_type_is_float(type)) return (struct value){.real = real_of(type, bits)};
  struct value v = {.is_whole = true, .is_signed = type == PMPP_I32 || type == PMPP_I64, .whole = bits};
  if (type == PMPP_I32) v.whole = (uint64_t)(int64_t)(int32_t)bits;
  v.real = v.is_signed ? (double)(int64_t)v.whole : (double)v.whole;
  return v;
}

struct value golden_value(const struct pmpp_buf *b, int64_t i) {
  if (pmpp_type_is_float(b->arg.type)) return (struct value){.real = ((const double *)b->golden)[i]};
  return bits_value(b->arg.type, read_bits(b->golden, b->arg.type, i));
}

double element_bound(const struct pmpp_buf *b, int64_t i) {
  if (!pmpp_type_is_float(b->arg.type)) return 0;
  double want = ((const double *)b->golden)[i];
  double abs_bound = b->bounds ? b->bounds[i] : b->abs_bound;
  return isfinite(want) ? abs_bound + b->rel_bound * fabs(want) : 0;
}

bool element_right(const struct pmpp_buf *b, int64_t i, uint64_t bits) {
  int type = b->arg.type;
  if (b->accept) return b->accept(b, i, bits);
  if (!pmpp_type_is_float(type)) return bits == read_bits(b->golden, type, i);
  double want = ((const double *)b->golden)[i], got = real_of(type, bits);
  if (isnan(want)) return isnan(got);
  if (isinf(want) || isinf(got)) return got == want;
  return fabs(got - want) <= element_bound(b, i); // false for a NaN
}

static uint64_t poison_bits(int type) {
  return ~UINT64_C(0) >> (64 - 8 * pmpp_type_size(type));
}

// A number for a value, the same for a float and its golden double. Their sums tell whether two lists hold the same.
static uint64_t mark(struct value v) {
  uint64_t bits = v.whole;
  float f = (float)v.real;
  if (!v.is_whole) memcpy(&bits, &f, sizeof f);
  return pmpp_random(&bits);
}

static void note_values(struct pattern *p, uint64_t bits, uint64_t poison, struct value want,
                        struct value got) {
  p->not_a_number += isnan(got.real) && !isnan(want.real);
  p->nan_lost += isnan(want.real) && bits != poison;
  p->zero += got.real == 0;
  p->order += mark(got) - mark(want);
  double off = fabs(got.real - want.real);
  p->infinity_lost += isinf(want.real) && isfinite(got.real);
  p->total += got.real - want.real;
  if (off > p->off || isnan(off)) p->off = off; // a NaN stays
  p->largest = fmax(p->largest, fabs(want.real));
  p->off_by_one &= off == 1;
  if (got.real < want.real) {
    p->low++;
    p->overflow_8 &= want.real >= 256 && fmod(off, 256) == 0;
    p->overflow_16 &= want.real >= 65536 && fmod(off, 65536) == 0;
  }
  double factor = got.real / want.real, difference = got.real - want.real;
  if (p->wrong == 1) {
    p->factor = factor, p->same_factor = isfinite(factor) && factor != 0;
    p->difference = difference, p->same_difference = isfinite(difference) && difference != 0;
    return;
  }
  if (!(fabs(got.real - p->factor * want.real) <= 1e-5 * fabs(got.real))) p->same_factor = false;
  if (!(fabs(difference - p->difference) <= 1e-5 * fabs(p->difference))) p->same_difference = false;
}

static void note(struct pattern *p, const struct pmpp_buf *b, int64_t i, uint64_t bits, struct value want,
                 struct value got) {
  uint64_t poison = poison_bits(b->arg.type);
  if (p->wrong++ == 0) p->first = i;
  p->last = i;
  if (p->columns) {
    int64_t column = i % p->columns;
    borders_note(&p->row_borders, i / p->columns, p->count / p->columns);
    borders_note(&p->column_borders, column, p->columns);
    if (p->wrong == 1 || column < p->first_column) p->first_column = column;
    if (p->wrong == 1 || column > p->last_column) p->last_column = column;
  }
  if (!b->ones_mean_something && bits == poison && p->poison++ == 0) p->poison_first = i;
  note_values(p, bits, poison, want, got);
  p->late &= i == 0 || element_right(b, i - 1, bits);
  p->early &= i == p->count - 1 || element_right(b, i + 1, bits);
}

// How many elements are results: those behind should stay as they were, 0xFF bytes.
static int64_t results(const struct pmpp_buf *b) {
  int64_t n = b->arg.count;
  if (b->ones_mean_something || pmpp_type_is_float(b->arg.type) || pmpp_type_size(b->arg.type) == 1) return n;
  while (n > 0 && read_bits(b->golden, b->arg.type, n - 1) == poison_bits(b->arg.type)) n--;
  return n;
}

struct search {
  const struct pmpp_buf *b;
  const void *output;
  bool wrong;
};

static void search_part(void *context, int64_t begin, int64_t end) {
  struct search *s = context;
  for (int64_t i = begin; i < end; i++)
    if (!element_right(s->b, i, read_bits(s->output, s->b->arg.type, i)))
      __atomic_store_n(&s->wrong, true, __ATOMIC_RELAXED);
}

// Most outputs are right: all processors look for what is wrong, and only where something is does one describe it.
static bool all_right(const struct pmpp_buf *b, const void *output) {
  struct search s = {b, output, false};
  parallel_for(b->arg.count, 1 << 20, search_part, &s);
  return !s.wrong;
}

bool compare(const struct pmpp_buf *b, const void *output, struct difference *d, struct pattern *p) {
  *p = (struct pattern){.count = b->arg.count,
                        .columns = b->columns,
                        .whole = !pmpp_type_is_float(b->arg.type),
                        .bytes = pmpp_type_size(b->arg.type) == 1,
                        .counts = b->counts,
                        .off_by_one = true,
                        .overflow_8 = true,
                        .overflow_16 = true,
                        .late = true,
                        .early = true};
  *d = (struct difference){.arg = -1, .count = b->arg.count};
  bool right = all_right(b, output);
  for (int64_t i = 0; i < b->arg.count && !right; i++) {
    uint64_t bits = read_bits(output, b->arg.type, i);
    if (element_right(b, i, bits)) continue;
    struct value want = golden_value(b, i), got = bits_value(b->arg.type, bits);
    if (p->wrong == 0) d->bound = element_bound(b, i);
    note(p, b, i, bits, want, got);
    if (d->n_shown < MAX_MISMATCHES) d->shown[d->n_shown++] = (struct mismatch){i, want, got};
  }
  if (p->wrong) p->results = results(b);
  d->wrong = p->wrong;
  d->columns = b->columns;
  memcpy(d->name, b->arg.name, sizeof d->name);
  d->bound_text = b->bound_text;
  d->several = b->accept;
  return p->wrong == 0;
}
