// Lab 07's inputs and the arguments of each case.
#include "parts.h"

// A random number of `bits` bits as the distribution has it for element i of n.
static uint64_t number(enum distribution d, int bits, int64_t i, int64_t n, uint64_t *random) {
  uint64_t all = ~UINT64_C(0) >> (64 - bits), top = all ^ all >> 1, x = pmpp_random(random) & all;
  switch (d) {
  case ASCENDING:
    return bits < 32 ? all * (uint64_t)i / (uint64_t)n : all / (uint64_t)n * (uint64_t)i;
  case RISING:
    return number(ASCENDING, bits, i, n, random) / 4;
  case DESCENDING:
    return all - number(ASCENDING, bits, i, n, random);
  case EQUAL:
    return 0x5a5a5a5a5a5a5a5a & all;
  case FEW:
    return (const uint64_t[]){0, 1, top - 1, top, all - 1, all}[x % 6];
  case LOW_BITS:
    return (0xc3c3c3c3c3c3c300 & all) | (x & 255);
  case HIGH_BITS:
    return (x & 255) << (bits - 8);
  case LARGEST:
    return x % 10 ? all : x;
  case THREE_AND:
  case FIVE_AND:
    for (int k = d == THREE_AND ? 2 : 4; k > 0; k--) x &= pmpp_random(random);
    return x;
  case SPECIAL: {
    static const uint32_t special[] = {0x7f800000, 0xff800000, 0x7fc00000, 0xffc00000,
                                       0x7f800001, 0xffffffff, 0x00000000, 0x80000000,
                                       0x00000001, 0x80000001, 0x7f7fffff, 0xff7fffff};
    return x % 4 ? x : special[x / 4 % 12];
  }
  default:
    return x;
  }
}

#define FILL(name, type)                                                                                     \
  static void name(type *x, int64_t n, enum distribution d, uint64_t seed) {                                 \
    for (int64_t i = 0; i < n; i++) x[i] = (type)number(d, 8 * (int)sizeof *x, i, n, &seed);                 \
  }
FILL(fill_u8, uint8_t)
FILL(fill_u16, uint16_t)
FILL(fill_u32, uint32_t)
FILL(fill_u64, uint64_t)

// Keys of the distribution; the values fall, so that whoever compares whole records turns equal keys round.
static void fill_records(uint64_t *x, int64_t n, enum distribution d, uint64_t seed) {
  for (int64_t i = 0; i < n; i++) x[i] = number(d, 32, i, n, &seed) << 32 | (uint64_t)(n - 1 - i);
}

// ---- tasks 1 and 2: merging -------------------------------------------------------------------------------

// Ascending keys without sorting: the i-th lies somewhere in the i-th of n equal parts of the range.
static uint32_t merge_key(int kind, bool is_a, int64_t i, int64_t n, uint64_t *random) {
  uint32_t x = (uint32_t)pmpp_random(random);
  uint32_t spread = (uint32_t)((((uint64_t)i << 32) | x) / (uint64_t)n);
  switch (kind) {
  case TIES:
    return spread >> 29;
  case ALL_TIES:
    return 7;
  case A_FIRST:
    return spread / 2 + (is_a ? 0 : 1u << 31);
  case B_FIRST:
    return spread / 2 + (is_a ? 1u << 31 : 0);
  case TURNS:
    return (uint32_t)i;
  case BIG_KEYS:
    return i < n / 3 ? INT32_MAX : i < n / 2 ? 1u << 31 : UINT32_MAX;
  default:
    return spread;
  }
}

// The values fall, and those of a are larger: a merge that compares whole records puts equal keys in the wrong order.
static void fill_run(struct pmpp_case *c, int arg) {
  int64_t n = c->buf[arg].arg.count;
  uint64_t *x = c->buf[arg].data, random = c->seed + (uint64_t)arg;
  for (int64_t i = 0; i < n; i++) {
    uint64_t key = merge_key(c->spec->variant, arg == A, i, n, &random);
    x[i] = key << 32 | (uint32_t)((arg == A ? 1000000 : 0) + n - 1 - i);
  }
}

void make_merge(struct pmpp_case *c) {
  int64_t m = c->spec->size[0], n = c->spec->size[1];
  pmpp_add(c, "a", PMPP_IN, PMPP_U64, m);
  pmpp_add(c, "b", PMPP_IN, PMPP_U64, n);
  pmpp_add(c, "out", PMPP_OUT, PMPP_U64, m + n);
  c->param[0] = m;
  c->param[1] = n;
  c->floor_bytes = 16.0 * (double)(m + n);
  if (c->spec->variant == UNALIGNED) c->buf[A].arg.misalign = c->buf[B].arg.misalign = 8;
  fill_run(c, A);
  fill_run(c, B);
}

// ---- tasks 3 to 6: sorting --------------------------------------------------------------------------------

int64_t size_of(const struct pmpp_case *c) {
  return c->spec->size[0];
}

bool is_wide(const struct pmpp_case *c) {
  return c->spec->size[1] != U32;
}

void make_sort(struct pmpp_case *c) {
  int64_t n = size_of(c);
  int type = is_wide(c) ? PMPP_U64 : PMPP_U32;
  struct pmpp_buf *in = pmpp_add(c, "in", PMPP_IN, type, n);
  pmpp_add(c, "scratch", PMPP_SCRATCH, PMPP_U32, sort_scratch(n));
  pmpp_add(c, "out", PMPP_OUT, type, n);
  c->param[0] = n;
  c->param[1] = is_wide(c);
  c->floor_bytes = 2.0 * (double)(n * pmpp_type_size(type));
  if (!is_wide(c))
    fill_u32(in->data, n, (enum distribution)c->spec->variant, c->seed);
  else if (c->spec->size[1] == RECORDS)
    fill_records(in->data, n, (enum distribution)c->spec->variant, c->seed);
  else
    fill_u64(in->data, n, (enum distribution)c->spec->variant, c->seed);
}

// ---- task 7: tiles, and the k largest ---------------------------------------------------------------------

void make_bitonic(struct pmpp_case *c) {
  int64_t n = size_of(c), k = c->spec->size[1];
  struct pmpp_buf *in = pmpp_add(c, "in", PMPP_IN, PMPP_I32, n);
  pmpp_add(c, "scratch", PMPP_SCRATCH, PMPP_U32, sort_scratch(n));
  pmpp_add(c, "out", PMPP_OUT, PMPP_I32, k ? k : n);
  c->param[0] = n;
  c->param[1] = k;
  c->floor_bytes = 4.0 * (double)(n + (k ? k : n));
  uint32_t *x = in->data;
  fill_u32(x, n, (enum distribution)c->spec->variant, c->seed);
  for (int64_t i = 0; i < n; i++) x[i] = unordered(x[i], false); // keeps ascending input ascending as ints
}

// ---- task 8: other keys -----------------------------------------------------------------------------------

bool is_small(const struct pmpp_case *c) {
  return c->spec->size[1] == SHORTS || c->spec->size[1] == BYTES;
}

// Cases that look at what only the bits tell (-0 from 0, one NaN from another) have the bits as ints; the others show
// floats in their messages. UNIFORM floats are uniform in their bits, without NaNs and zeros, of which libraries
// have other ideas.
void make_keys(struct pmpp_case *c) {
  int64_t n = size_of(c);
  static const int type_of[] = {[FLOATS] = PMPP_F32,
                                [FLOAT_BITS] = PMPP_I32,
                                [INTS] = PMPP_I32,
                                [SHORTS] = PMPP_U16,
                                [BYTES] = PMPP_U8};
  static const int function_of[] = {[INTS] = 1, [SHORTS] = 2, [BYTES] = 3}; // as calls.c has them
  int type = type_of[c->spec->size[1]];
  enum distribution d = (enum distribution)c->spec->variant;
  struct pmpp_buf *in = pmpp_add(c, "in", PMPP_IN, type, n);
  pmpp_add(c, "scratch", PMPP_SCRATCH, PMPP_U32, sort_scratch(n));
  struct pmpp_buf *out = pmpp_add(c, "out", PMPP_OUT, type, n);
  out->bound_text = "0: sorting changes no number";
  out->ones_mean_something = c->spec->size[1] == SHORTS; // 65535 is a number as any other
  c->param[0] = n;
  c->param[1] = function_of[c->spec->size[1]];
  c->floor_bytes = 2.0 * (double)(n * pmpp_type_size(type));
  if (c->spec->size[1] == SHORTS) fill_u16(in->data, n, d, c->seed);
  if (c->spec->size[1] == BYTES) fill_u8(in->data, n, d, c->seed);
  if (is_small(c)) return;
  uint32_t *x = in->data;
  fill_u32(x, n, d, c->seed);
  bool ints = c->spec->size[1] == INTS;
  for (int64_t i = 0; i < n; i++) {
    if (ints) x[i] = unordered(x[i], false);
    if (!ints && c->spec->variant == UNIFORM && (x[i] >> 23 & 255) == 255) x[i] ^= 1u << 30;
    if (!ints && c->spec->variant == UNIFORM && x[i] << 1 == 0) x[i] = 1;
  }
}

// ---- task 9: keys and values ------------------------------------------------------------------------------

// Value i is n - 1 - i: it tells where its key came from, and is sorted the other way round.
void make_pairs(struct pmpp_case *c) {
  int64_t n = size_of(c);
  struct pmpp_buf *key = pmpp_add(c, "key", PMPP_IN, PMPP_U32, n),
                  *value = pmpp_add(c, "value", PMPP_IN, PMPP_U32, n);
  pmpp_add(c, "scratch", PMPP_SCRATCH, PMPP_U32, sort_scratch(n));
  pmpp_add(c, "key_out", PMPP_OUT, PMPP_U32, n);
  pmpp_add(c, "value_out", PMPP_OUT, PMPP_U32, n);
  c->param[0] = n;
  c->floor_bytes = 16.0 * (double)n;
  fill_u32(key->data, n, (enum distribution)c->spec->variant, c->seed);
  for (int64_t i = 0; i < n; i++) ((uint32_t *)value->data)[i] = (uint32_t)(n - 1 - i);
}
