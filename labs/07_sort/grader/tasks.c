// Lab 07 as the grader sees it: nine tasks, their inputs, golden results and gates.
#include "gates.h"
#include "inputs.h"
#include "sort.h"

enum { EMU = PMPP_ON_EMU, GPU = PMPP_ON_GPU, BOTH = EMU | GPU };
#define LENGTH(a) (int)(sizeof(a) / sizeof((a)[0]))

// ---- tasks 1 and 2: merging ------------------------------------------------------------------------------

enum { A, B, MERGED };

enum merge {
  MIXED,    // all keys; a and b lie among each other
  TIES,     // 8 different keys: long runs of ties inside a, inside b, and between them
  ALL_TIES, // one key
  A_FIRST,  // every key of a is below every key of b
  B_FIRST,
  TURNS,     // a, b, a, b, ...: b's i-th key equals a's
  BIG_KEYS,  // 2^31 - 1, 2^31 and 2^32 - 1: signed comparison or a sentinel would show
  UNALIGNED, // MIXED, and a and b begin 8 bytes behind a multiple of 256
};

#define MERGE(label, m, n, kind, where)                                                                      \
  { label, {m, n}, kind, where }

static const struct pmpp_case_spec merge_cases[] = {
    MERGE("m=1, n=1", 1, 1, MIXED, BOTH),
    MERGE("m=2, n=3, one key", 2, 3, ALL_TIES, BOTH),
    MERGE("m=31, n=2", 31, 2, MIXED, BOTH),
    MERGE("m=33, n=33, taking turns", 33, 33, TURNS, BOTH),
    MERGE("m=100, n=101, 8 keys", 100, 101, TIES, BOTH),
    MERGE("m=0, n=17", 0, 17, MIXED, BOTH),
    MERGE("m=17, n=0", 17, 0, MIXED, BOTH),
    MERGE("m=1000, n=24", 1000, 24, MIXED, BOTH),
    MERGE("m=2305, n=2303, one key", 2305, 2303, ALL_TIES, BOTH),
    MERGE("m=4099, n=4099, all of a first", 4099, 4099, A_FIRST, BOTH),
    MERGE("m=4099, n=4099, all of b first", 4099, 4099, B_FIRST, BOTH),
    MERGE("m=5003, n=4001, taking turns", 5003, 4001, TURNS, BOTH),
    MERGE("m=3001, n=6007, 8 keys", 3001, 6007, TIES, BOTH),
    MERGE("m=3001, n=1009, keys from 2^31 on", 3001, 1009, BIG_KEYS, BOTH),
    MERGE("m=1, n=10007", 1, 10007, MIXED, BOTH),
    MERGE("m=6001, n=5001, a and b at odd addresses", 6001, 5001, UNALIGNED, BOTH),
    MERGE("m=0, n=0", 0, 0, MIXED, BOTH),
    MERGE("m=40000, n=25543", 40000, 25543, MIXED, BOTH | PMPP_GATED),
    MERGE("m=2^23, n=2^24+1, 8 keys", 1 << 23, (1 << 24) + 1, TIES, GPU),
    MERGE("m=2^27+1, n=2^27", (1 << 27) + 1, 1 << 27, MIXED, GPU), // out has 2^31 + 8 bytes
    MERGE("m=2^26, n=2^26", 1 << 26, 1 << 26, MIXED, GPU | PMPP_TIMED),
};

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

static void make_merge(struct pmpp_case *c) {
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

static void golden_merge(struct pmpp_case *c) {
  int64_t m = c->spec->size[0], n = c->spec->size[1], i = 0, j = 0;
  const uint64_t *a = c->buf[A].data, *b = c->buf[B].data;
  uint64_t *out = c->buf[MERGED].golden;
  while (i + j < m + n) {
    bool from_a = j == n || (i < m && a[i] >> 32 <= b[j] >> 32);
    *out++ = from_a ? a[i++] : b[j++];
  }
}

// Timed samples change values only: the keys stay in order.
static uint64_t patch_merge(const struct pmpp_case *c, int arg, int64_t i, uint64_t random) {
  uint64_t old = ((const uint64_t *)c->buf[arg].data)[i];
  return old >> 32 << 32 | (uint32_t)random;
}

// Element i stands behind i of its own run, and behind those of the other run that are smaller or, for b, equal.
static void update_merge(struct pmpp_case *c, int arg, int64_t i, uint64_t old) {
  (void)old;
  const uint64_t *own = c->buf[arg].data, *other = c->buf[1 - arg].data;
  uint64_t bound = (own[i] >> 32) + (arg == B);
  int64_t low = 0, high = c->buf[1 - arg].arg.count;
  while (low < high) {
    int64_t k = (low + high) / 2;
    if (other[k] >> 32 < bound)
      low = k + 1;
    else
      high = k;
  }
  ((uint64_t *)c->buf[MERGED].golden)[i + low] = own[i];
}

// ---- tasks 3 to 6: sorting -------------------------------------------------------------------------------

enum { IN, SCRATCH, OUT };
enum element { U32, RECORDS, U64 };

#define SORT(label, n, distribution, where)                                                                  \
  { label, {n, U32}, distribution, where }
#define WIDE(label, n, element, distribution, where)                                                         \
  { label, {n, element}, distribution, where }

// The smallest case that shows a fault should be the first to fail. n = 0 shows little and comes late.
#define SMALL_CASES                                                                                          \
  SORT("n=1", 1, UNIFORM, BOTH), SORT("n=2, descending", 2, DESCENDING, BOTH),                               \
      SORT("n=31", 31, UNIFORM, BOTH), SORT("n=33", 33, UNIFORM, BOTH), SORT("n=256", 256, UNIFORM, BOTH),   \
      SORT("n=257", 257, UNIFORM, BOTH), SORT("n=1023", 1023, UNIFORM, BOTH),                                \
      SORT("n=1025, descending", 1025, DESCENDING, BOTH), SORT("n=2305", 2305, UNIFORM, BOTH),               \
      SORT("n=3001, nine in ten are 2^32 - 1", 3001, LARGEST, BOTH), SORT("n=0", 0, UNIFORM, BOTH)
#define OTHER_CASES                                                                                          \
  SORT("n=5003, one number", 5003, EQUAL, BOTH), SORT("n=5003, ascending", 5003, ASCENDING, BOTH),           \
      SORT("n=5003, six numbers", 5003, FEW, BOTH),                                                          \
      SORT("n=5003, only the lowest 8 bits differ", 5003, LOW_BITS, BOTH),                                   \
      SORT("n=5003, only the highest 8 bits differ", 5003, HIGH_BITS, BOTH)
#define GPU_CASES                                                                                            \
  SORT("n=2^24+1", (1 << 24) + 1, UNIFORM, GPU),                                                             \
      SORT("n=2^24+1, five numbers and-ed", (1 << 24) + 1, FIVE_AND, GPU)

static const struct pmpp_case_spec merge_sort_cases[] = {
    SMALL_CASES,
    OTHER_CASES,
    SORT("n=20011, descending", 20011, DESCENDING, BOTH),
    SORT("n=36007, nine in ten are 2^32 - 1", 36007, LARGEST, BOTH),
    WIDE("records, n=1", 1, RECORDS, UNIFORM, BOTH),
    WIDE("records, n=9, one key", 9, RECORDS, EQUAL, BOTH),
    WIDE("records, n=257, six keys", 257, RECORDS, FEW, BOTH),
    WIDE("records, n=4609, one key", 4609, RECORDS, EQUAL, BOTH),
    WIDE("records, n=10007, six keys", 10007, RECORDS, FEW, BOTH),
    WIDE("records, n=5003, nine in ten are 2^32 - 1", 5003, RECORDS, LARGEST, BOTH),
    WIDE("records, n=0", 0, RECORDS, UNIFORM, BOTH),
    SORT("n=2^16+7", (1 << 16) + 7, UNIFORM, BOTH | PMPP_GATED),
    GPU_CASES,
    WIDE("records, n=2^24+1, six keys", (1 << 24) + 1, RECORDS, FEW, GPU),
    SORT("n=2^29", 1 << 29, UNIFORM, GPU),
    SORT("n=2^28, five numbers and-ed", 1 << 28, FIVE_AND, GPU | PMPP_TIMED),
    SORT("n=2^28", 1 << 28, UNIFORM, GPU | PMPP_TIMED),
    // 2^13, 17 x 2^10, 9 x 2^10: whole runs, whose number is a power of 2
    SORT("n=2^13", 1 << 13, UNIFORM, BOTH),
    SORT("n=17408", 17408, UNIFORM, BOTH),
    WIDE("records, n=9216, six keys", 9216, RECORDS, FEW, BOTH),
};

static const struct pmpp_case_spec one_bit_cases[] = {
    SMALL_CASES,
    OTHER_CASES,
    SORT("n=2^14+7", (1 << 14) + 7, UNIFORM, BOTH | PMPP_GATED),
    GPU_CASES,
    SORT("n=2^26", 1 << 26, UNIFORM, GPU | PMPP_TIMED),
};

static const struct pmpp_case_spec four_bit_cases[] = {
    SMALL_CASES,
    OTHER_CASES,
    SORT("n=2^16+7", (1 << 16) + 7, UNIFORM, BOTH | PMPP_GATED),
    GPU_CASES,
    SORT("n=2^26", 1 << 26, UNIFORM, GPU | PMPP_TIMED),
};

static const struct pmpp_case_spec onesweep_cases[] = {
    SMALL_CASES,
    SORT("n=6145", 6145, UNIFORM, BOTH),
    OTHER_CASES,
    SORT("n=20011, five numbers and-ed", 20011, FIVE_AND, BOTH),
    SORT("n=36007, nine in ten are 2^32 - 1", 36007, LARGEST, BOTH),
    SORT("n=70001, one number", 70001, EQUAL, BOTH),
    WIDE("64 bits, n=1", 1, U64, UNIFORM, BOTH),
    WIDE("64 bits, n=33", 33, U64, UNIFORM, BOTH),
    WIDE("64 bits, n=0", 0, U64, UNIFORM, BOTH),
    WIDE("64 bits, n=1025, descending", 1025, U64, DESCENDING, BOTH),
    WIDE("64 bits, n=5003, six numbers", 5003, U64, FEW, BOTH),
    WIDE("64 bits, n=10007", 10007, U64, UNIFORM, BOTH),
    SORT("n=2^17+7", (1 << 17) + 7, UNIFORM, BOTH | PMPP_GATED),
    GPU_CASES,
    SORT("n=2^26, one number", 1 << 26, EQUAL, GPU),
    SORT("n=2^29", 1 << 29, UNIFORM, GPU),
    WIDE("64 bits, n=2^24+1", (1 << 24) + 1, U64, UNIFORM, GPU),
    WIDE("64 bits, n=2^26", 1 << 26, U64, UNIFORM, GPU | PMPP_TIMED),
    SORT("n=2^28, three numbers and-ed", 1 << 28, THREE_AND, GPU | PMPP_TIMED),
    SORT("n=2^28, five numbers and-ed", 1 << 28, FIVE_AND, GPU | PMPP_TIMED),
    SORT("n=2^28", 1 << 28, UNIFORM, GPU | PMPP_TIMED),
};

static int64_t size_of(const struct pmpp_case *c) {
  return c->spec->size[0];
}

static bool is_wide(const struct pmpp_case *c) {
  return c->spec->size[1] != U32;
}

static void make_sort(struct pmpp_case *c) {
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

static void golden_sort(struct pmpp_case *c) {
  int64_t n = size_of(c);
  struct pmpp_buf *in = &c->buf[IN], *out = &c->buf[OUT];
  memcpy(out->golden, in->data, (size_t)(n * pmpp_type_size(in->arg.type)));
  if (is_wide(c))
    host_sort_u64(out->golden, n, c->spec->size[1] == RECORDS ? 32 : 0);
  else
    host_sort_u32(out->golden, n, 0);
}

// A timed sample moves elements a little: of their lowest 16 bits some change. So the golden result changes in few
// places. (Timed are u32 and u64; records are not.)
static uint64_t patch_sort(const struct pmpp_case *c, int arg, int64_t i, uint64_t random) {
  const struct pmpp_buf *b = &c->buf[arg];
  uint64_t old = is_wide(c) ? ((const uint64_t *)b->data)[i] : ((const uint32_t *)b->data)[i];
  return old ^ (random & 0xffff);
}

static void update_sort(struct pmpp_case *c, int arg, int64_t i, uint64_t old) {
  const struct pmpp_buf *b = &c->buf[arg];
  if (is_wide(c))
    host_replace_u64(c->buf[OUT].golden, size_of(c), old, ((const uint64_t *)b->data)[i]);
  else
    host_replace_u32(c->buf[OUT].golden, size_of(c), (uint32_t)old, ((const uint32_t *)b->data)[i]);
}

// ---- task 7: tiles, and the k largest --------------------------------------------------------------------

#define TOP_K(label, n, k, distribution, where)                                                              \
  { label, {n, k}, distribution, where }
#define TILES(label, n, distribution, where) TOP_K(label, n, 0, distribution, where)

static const struct pmpp_case_spec bitonic_cases[] = {
    TILES("n=1", 1, UNIFORM, BOTH),
    TILES("n=2, descending", 2, DESCENDING, BOTH),
    TILES("n=33", 33, UNIFORM, BOTH),
    TILES("n=1000", 1000, UNIFORM, BOTH),
    TILES("n=1024", 1024, UNIFORM, BOTH),
    TILES("n=1025", 1025, UNIFORM, BOTH),
    TILES("n=3001, descending", 3001, DESCENDING, BOTH),
    TILES("n=3001, six numbers, INT_MIN and INT_MAX among them", 3001, FEW, BOTH),
    TILES("n=0", 0, UNIFORM, BOTH),
    TOP_K("largest 1 of 1", 1, 1, UNIFORM, BOTH),
    TOP_K("largest 5 of 33", 33, 5, UNIFORM, BOTH),
    TOP_K("largest 128 of 128", 128, 128, UNIFORM, BOTH),
    TOP_K("largest 100 of 1030, ascending", 1030, 100, ASCENDING, BOTH),
    TOP_K("largest 7 of 5003, six numbers", 5003, 7, FEW, BOTH),
    TOP_K("largest 128 of 10007, descending", 10007, 128, DESCENDING, BOTH),
    TOP_K("largest 128 of 20011", 20011, 128, UNIFORM, BOTH),
    TOP_K("largest 32 of 2^16+7", (1 << 16) + 7, 32, UNIFORM, BOTH | PMPP_GATED),
    TILES("n=2^16+7", (1 << 16) + 7, UNIFORM, BOTH | PMPP_GATED),
    TOP_K("largest 128 of 2^24+1", (1 << 24) + 1, 128, FIVE_AND, GPU),
    TOP_K("largest 32 of 2^26", 1 << 26, 32, UNIFORM, GPU | PMPP_TIMED),
    TILES("n=2^26", 1 << 26, UNIFORM, GPU | PMPP_TIMED),
};

static void make_bitonic(struct pmpp_case *c) {
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

static int ascending(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

static void golden_tile(struct pmpp_case *c, int64_t first) {
  int64_t count = size_of(c) - first;
  int *out = (int *)c->buf[OUT].golden + first;
  if (count > SORT_TILE) count = SORT_TILE;
  memcpy(out, (const int *)c->buf[IN].data + first, (size_t)count * sizeof *out);
  qsort(out, (size_t)count, sizeof *out, ascending);
}

// The largest k so far, in descending order; an element that is larger than the last of them takes its place.
static void golden_top_k(struct pmpp_case *c) {
  int64_t n = size_of(c), k = c->spec->size[1], have = 0;
  const int *in = c->buf[IN].data;
  int *out = c->buf[OUT].golden;
  for (int64_t i = 0; i < n; i++) {
    if (have == k && in[i] <= out[k - 1]) continue;
    int64_t place = have < k ? have++ : k - 1;
    for (; place > 0 && out[place - 1] < in[i]; place--) out[place] = out[place - 1];
    out[place] = in[i];
  }
}

static void golden_bitonic(struct pmpp_case *c) {
  if (c->spec->size[1])
    golden_top_k(c);
  else
    for (int64_t first = 0; first < size_of(c); first += SORT_TILE) golden_tile(c, first);
}

static void update_bitonic(struct pmpp_case *c, int arg, int64_t i, uint64_t old) {
  int64_t k = c->spec->size[1];
  if (k == 0) {
    golden_tile(c, i - i % SORT_TILE);
    return;
  }
  int least = ((const int *)c->buf[OUT].golden)[k - 1], now = ((const int *)c->buf[arg].data)[i];
  if (now > least || (int32_t)(uint32_t)old >= least) golden_top_k(c);
}

// ---- task 8: floats and signed integers ------------------------------------------------------------------

enum key_type { FLOATS, FLOAT_BITS, INTS };

#define KEYS(label, n, type, distribution, where)                                                            \
  { label, {n, type}, distribution, where }

static const struct pmpp_case_spec key_cases[] = {
    KEYS("n=1", 1, FLOATS, UNIFORM, BOTH),
    KEYS("n=33", 33, FLOATS, UNIFORM, BOTH),
    KEYS("n=1025", 1025, FLOATS, UNIFORM, BOTH),
    KEYS("n=5003, NaN, infinities, -0, subnormals; by their bits", 5003, FLOAT_BITS, SPECIAL, BOTH),
    KEYS("n=7000, NaN, infinities, -0, subnormals; by their bits", 7000, FLOAT_BITS, SPECIAL, BOTH),
    KEYS("n=0", 0, FLOATS, UNIFORM, BOTH),
    KEYS("int, n=1", 1, INTS, UNIFORM, BOTH),
    KEYS("int, n=33", 33, INTS, UNIFORM, BOTH),
    KEYS("int, n=1025, descending", 1025, INTS, DESCENDING, BOTH),
    KEYS("int, n=5003, six numbers, INT_MIN and INT_MAX among them", 5003, INTS, FEW, BOTH),
    KEYS("int, n=10007, nine in ten are INT_MAX", 10007, INTS, LARGEST, BOTH),
    KEYS("int, n=0", 0, INTS, UNIFORM, BOTH),
    KEYS("n=2^16+7", (1 << 16) + 7, FLOATS, UNIFORM, BOTH | PMPP_GATED),
    KEYS("n=2^24+1, NaN, infinities, -0, subnormals; by their bits", (1 << 24) + 1, FLOAT_BITS, SPECIAL, GPU),
    KEYS("int, n=2^24+1", (1 << 24) + 1, INTS, UNIFORM, GPU),
    KEYS("n=2^26, by their bits", 1 << 26, FLOAT_BITS, UNIFORM, GPU | PMPP_TIMED),
};

// Cases that look at what only the bits tell (-0 from 0, one NaN from another) have the bits as ints; the others show
// floats in their messages. UNIFORM floats are uniform in their bits, without NaNs and zeros, of which libraries
// have other ideas.
static void make_keys(struct pmpp_case *c) {
  int64_t n = size_of(c);
  int type = c->spec->size[1] == FLOATS ? PMPP_F32 : PMPP_I32;
  struct pmpp_buf *in = pmpp_add(c, "in", PMPP_IN, type, n);
  pmpp_add(c, "scratch", PMPP_SCRATCH, PMPP_U32, sort_scratch(n));
  struct pmpp_buf *out = pmpp_add(c, "out", PMPP_OUT, type, n);
  out->bound_text = "0: sorting changes no number";
  c->param[0] = n;
  c->param[1] = c->spec->size[1] == INTS;
  c->floor_bytes = 8.0 * (double)n;
  uint32_t *x = in->data;
  fill_u32(x, n, (enum distribution)c->spec->variant, c->seed);
  bool ints = c->spec->size[1] == INTS;
  for (int64_t i = 0; i < n; i++) {
    if (ints) x[i] = unordered(x[i], false);
    if (!ints && c->spec->variant == UNIFORM && (x[i] >> 23 & 255) == 255) x[i] ^= 1u << 30;
    if (!ints && c->spec->variant == UNIFORM && x[i] << 1 == 0) x[i] = 1;
  }
}

static void golden_keys(struct pmpp_case *c) {
  int64_t n = size_of(c);
  bool is_float = c->spec->size[1] != INTS;
  const uint32_t *in = c->buf[IN].data;
  uint32_t *sorted = room(n * 4);
  for (int64_t i = 0; i < n; i++) sorted[i] = ordered(in[i], is_float);
  host_sort_u32(sorted, n, 0);
  for (int64_t i = 0; i < n; i++) sorted[i] = unordered(sorted[i], is_float);
  if (c->spec->size[1] == FLOATS) {
    for (int64_t i = 0; i < n; i++) {
      float x;
      memcpy(&x, &sorted[i], sizeof x);
      ((double *)c->buf[OUT].golden)[i] = x;
    }
  } else {
    memcpy(c->buf[OUT].golden, sorted, (size_t)n * sizeof *sorted);
  }
  free(sorted);
}

static uint64_t patch_keys(const struct pmpp_case *c, int arg, int64_t i, uint64_t random) {
  return ((const uint32_t *)c->buf[arg].data)[i] ^ (random & 0xffff);
}

// Timed are ints and bits: of the golden result what lies between the two places is turned into unsigned numbers, moved
// by one, and turned back.
static void update_keys(struct pmpp_case *c, int arg, int64_t i, uint64_t old) {
  bool is_float = c->spec->size[1] != INTS;
  uint32_t *golden = c->buf[OUT].golden, was = ordered((uint32_t)old, is_float);
  uint32_t now = ordered(((const uint32_t *)c->buf[arg].data)[i], is_float);
  int64_t low = 0, high = size_of(c);
  while (low < high) {
    int64_t k = (low + high) / 2;
    if (ordered(golden[k], is_float) < was)
      low = k + 1;
    else
      high = k;
  }
  for (; low + 1 < size_of(c) && ordered(golden[low + 1], is_float) < now; low++)
    golden[low] = golden[low + 1];
  for (; low > 0 && ordered(golden[low - 1], is_float) > now; low--) golden[low] = golden[low - 1];
  golden[low] = unordered(now, is_float);
}

// ---- task 9: keys and values -----------------------------------------------------------------------------

enum { KEY, VALUE, PAIR_SCRATCH, KEY_OUT, VALUE_OUT };

#define PAIRS(label, n, distribution, where)                                                                 \
  { label, {n}, distribution, where }

static const struct pmpp_case_spec pair_cases[] = {
    PAIRS("n=1", 1, UNIFORM, BOTH),
    PAIRS("n=4, one key", 4, EQUAL, BOTH),
    PAIRS("n=33", 33, UNIFORM, BOTH),
    PAIRS("n=257, six keys", 257, FEW, BOTH),
    PAIRS("n=1025, descending", 1025, DESCENDING, BOTH),
    PAIRS("n=3001, nine in ten are 2^32 - 1", 3001, LARGEST, BOTH),
    PAIRS("n=5003, one key", 5003, EQUAL, BOTH),
    PAIRS("n=5003, only the lowest 8 bits of keys differ", 5003, LOW_BITS, BOTH),
    PAIRS("n=5003, only the highest 8 bits of keys differ", 5003, HIGH_BITS, BOTH),
    PAIRS("n=20011, six keys", 20011, FEW, BOTH),
    PAIRS("n=0", 0, UNIFORM, BOTH),
    PAIRS("n=2^16+7", (1 << 16) + 7, UNIFORM, BOTH | PMPP_GATED),
    PAIRS("n=2^24+1, six keys", (1 << 24) + 1, FEW, GPU),
    PAIRS("n=2^27", 1 << 27, UNIFORM, GPU | PMPP_TIMED),
};

// Value i is n - 1 - i: it tells where its key came from, and is sorted the other way round.
static void make_pairs(struct pmpp_case *c) {
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

static void golden_pairs(struct pmpp_case *c) {
  int64_t n = size_of(c);
  uint64_t *record = room(n * 8);
  const uint32_t *key = c->buf[KEY].data, *value = c->buf[VALUE].data;
  for (int64_t i = 0; i < n; i++) record[i] = (uint64_t)key[i] << 32 | value[i];
  host_sort_u64(record, n, 32);
  for (int64_t i = 0; i < n; i++) {
    ((uint32_t *)c->buf[KEY_OUT].golden)[i] = (uint32_t)(record[i] >> 32);
    ((uint32_t *)c->buf[VALUE_OUT].golden)[i] = (uint32_t)record[i];
  }
  free(record);
}

// A timed sample moves keys a little; the values stay, because they tell where a pair is.
static uint64_t patch_pairs(const struct pmpp_case *c, int arg, int64_t i, uint64_t random) {
  return ((const uint32_t *)c->buf[arg].data)[i] ^ (arg == KEY ? random & 0xffff : 0);
}

// The order of pairs is that of their keys and then of their origins, n - 1 - value: moved place by place.
static void update_pairs(struct pmpp_case *c, int arg, int64_t i, uint64_t old) {
  if (arg != KEY) return;
  int64_t n = size_of(c), place;
  uint32_t *key = c->buf[KEY_OUT].golden, *value = c->buf[VALUE_OUT].golden;
  uint32_t now = ((const uint32_t *)c->buf[KEY].data)[i], own = (uint32_t)(n - 1 - i);
  for (place = host_replace_u32_below(key, n, (uint32_t)old); value[place] != own;) place++;
  for (; place + 1 < n && (key[place + 1] < now || (key[place + 1] == now && value[place + 1] > own));
       place++) {
    key[place] = key[place + 1];
    value[place] = value[place + 1];
  }
  for (; place > 0 && (key[place - 1] > now || (key[place - 1] == now && value[place - 1] < own)); place--) {
    key[place] = key[place - 1];
    value[place] = value[place - 1];
  }
  key[place] = now;
  value[place] = own;
}

// ---- tasks -----------------------------------------------------------------------------------------------

#define COMMON(cases_of, make_of, golden_of, update_of, gates_of)                                            \
  .cases = cases_of, .n_cases = LENGTH(cases_of), .make = make_of, .golden = golden_of, .update = update_of, \
  .gates = gates_of, .n_gates = LENGTH(gates_of), .check_leaks = true

static const struct pmpp_task tasks[] = {
    {.name = "1_merge_sequential_ranges",
     .function = "sort_1_merge_ranges",
     .idea = "a thread finds where its range of outputs begins in a and in b, and merges",
     .first_step = "write co_rank: of the first k outputs, how many come from a?",
     .points = 10,
     COMMON(merge_cases, make_merge, golden_merge, update_merge, gates_1),
     .patch_value = patch_merge},
    {.name = "2_merge_tiled",
     .function = "sort_2_merge_tiled",
     .idea = "a block loads its tile side by side and merges it in shared memory",
     .first_step =
         "let two threads find the co-ranks of the tile's begin and end; then load what lies between",
     .points = 10,
     COMMON(merge_cases, make_merge, golden_merge, update_merge, gates_2),
     .patch_value = patch_merge},
    {.name = "3_merge_sort",
     .function = "sort_3_merge_sort",
     .idea = "tiles are sorted in shared memory, then runs are merged pass by pass",
     .first_step = "sort one tile: a thread its own few elements, then 2, 4, 8, ... threads' runs merged",
     .points = 15,
     COMMON(merge_sort_cases, make_sort, golden_sort, update_sort, gates_3),
     .patch_value = patch_sort},
    {.name = "4_radix_1bit",
     .function = "sort_4_radix_1bit",
     .idea = "32 times: keys with a 0 in the bit go before those with a 1",
     .first_step = "count the zeros of each block's keys in one kernel, scan the counts in another",
     .points = 10,
     COMMON(one_bit_cases, make_sort, golden_sort, update_sort, gates_4),
     .patch_value = patch_sort},
    {.name = "5_radix_4bit",
     .function = "sort_5_radix_4bit",
     .idea = "tiles are sorted by four bits before they are stored: stores are coalesced",
     .first_step =
         "count[digit * tiles + tile]; the scan of stage 4 then gives the places of each tile's digits",
     .points = 10,
     COMMON(four_bit_cases, make_sort, golden_sort, update_sort, gates_5),
     .patch_value = patch_sort},
    {.name = "6_radix_onesweep",
     .function = "sort_6_radix_onesweep",
     .idea = "eight bits a pass, and a pass loads the keys once: tiles look back",
     .first_step = "count all four digits of all keys in one kernel; then write the sweep for one tile only",
     .points = 20,
     COMMON(onesweep_cases, make_sort, golden_sort, update_sort, gates_6),
     .patch_value = patch_sort},
    {.name = "7_bitonic",
     .function = "sort_7_bitonic",
     .idea = "a network sorts a tile: what is compared does not depend on the data",
     .first_step =
         "two loops: length = 2, 4, ..., 1024, and distance = length / 2, ..., 1; partner t ^ distance",
     .points = 10,
     COMMON(bitonic_cases, make_bitonic, golden_bitonic, update_bitonic, gates_7)},
    {.name = "8_float_keys",
     .function = "sort_8_float_keys",
     .idea = "floats and ints as unsigned numbers of the same order",
     .first_step = "write what turns a float's bits into such a number, and what turns it back",
     .points = 5,
     COMMON(key_cases, make_keys, golden_keys, update_keys, gates_8),
     .patch_value = patch_keys},
    {.name = "9_pairs",
     .function = "sort_9_pairs",
     .idea = "values follow their keys; equal keys keep their order",
     .first_step = "give stage 6's kernel a second array that goes the same way",
     .points = 10,
     COMMON(pair_cases, make_pairs, golden_pairs, update_pairs, gates_9),
     .patch_value = patch_pairs},
};

static const struct pmpp_column columns[] = {
    {"SIMT\neff. %", EMU_simt_efficiency, "%.1f", 100, false},
    {"launches", EMU_launches, "%.0f", 0, false},
    {"barriers", EMU_barriers, "%.0f", 0, false},
    {"sectors /\nload", EMU_sectors_per_load, "%.1f", 0, false},
    {"sectors /\nstore", EMU_sectors_per_store, "%.1f", 0, false},
    {"excess\nsectors", EMU_global_sectors_excess, "%.0f", 0, false},
    {"warp\nexchanges", EMU_warp_exchanges, "%.0f", 0, false},
    {"bytes /\ncompulsory", EMU_global_bytes, "%.2f", 0, true},
};

static const char *const baselines[] = {"cub", "thrust", NULL};

const struct pmpp_lab pmpp_lab = {
    .number = "07",
    .name = "sort",
    .title = "Sorting",
    .tasks = tasks,
    .n_tasks = LENGTH(tasks),
    .columns = columns,
    .n_columns = LENGTH(columns),
    .baselines = baselines,
    .copy_note =
        "thrust sorts in place, so the copy of the input is in its time; it allocates and waits besides.",
};
