// Task 10: its cases and inputs.
#include "attention.h"
#include <math.h>

// ---- cases ------------------------------------------------------------------------------------------------

enum { BOTH = PMPP_ON_EMU | PMPP_ON_GPU };

#define CASE(note, heads, queries, keys, size, variant, where)                                               \
  {                                                                                                          \
#heads " heads, " #queries " x " #keys ", size " #size note, {heads, queries, keys, size }, variant,     \
                                                                  where                                      \
  }
#define CAUSAL_CASE(note, heads, queries, keys, size, variant, where)                                        \
  CASE(", causal" note, heads, queries, keys, size, variant | CAUSAL, where)

const struct pmpp_case_spec attention_cases[] = {
    CASE(", one token", 1, 1, 1, 8, EQUAL, BOTH),
    CASE("", 1, 2, 3, 8, EQUAL, BOTH),
    CASE("", 1, 16, 16, 64, REAL, BOTH),
    CASE("", 2, 17, 33, 64, EQUAL, BOTH),
    CASE("", 1, 33, 31, 128, EQUAL, BOTH),
    CASE("", 2, 65, 64, 40, REAL, BOTH),
    CASE(", one query", 1, 1, 200, 64, REAL, BOTH),
    CAUSAL_CASE("", 1, 5, 5, 8, EQUAL, BOTH),
    CAUSAL_CASE("", 1, 100, 100, 64, EQUAL, BOTH),
    CAUSAL_CASE(", more queries than keys", 1, 70, 40, 40, REAL, BOTH),
    CAUSAL_CASE(", more keys than queries", 1, 40, 90, 64, EQUAL, BOTH),
    CAUSAL_CASE("", 2, 63, 65, 128, REAL, BOTH),
    CASE(", masked", 3, 20, 150, 64, MASKED, BOTH),
    CAUSAL_CASE(", masked", 3, 70, 70, 64, MASKED, BOTH),
    CASE(", each score a new maximum", 1, 50, 130, 64, RISING, BOTH),
    CASE(", huge scores", 1, 40, 70, 64, LARGE, BOTH),
    CAUSAL_CASE(", huge scores", 1, 50, 50, 40, LARGE, BOTH),
    CASE("", 1, 24, 300, 128, EQUAL, BOTH),
    CASE("", 0, 5, 5, 64, EQUAL, BOTH),
    CASE("", 2, 0, 5, 64, EQUAL, BOTH),
    CASE("", 1, 384, 384, 128, REAL, BOTH | PMPP_GATED),
    CAUSAL_CASE("", 1, 384, 512, 128, REAL, BOTH | PMPP_GATED), // no more: a gate compares its bytes
    CASE("", 2, 128, 256, 64, REAL, BOTH | PMPP_GATED),         // the table shows the last gated case
    CASE("", 32, 4096, 4096, 64, ONE_HEAD, PMPP_TIMED),
    CAUSAL_CASE("", 32, 4096, 4096, 64, ONE_HEAD, PMPP_FULL),
    CASE("", 32, 4096, 4096, 128, ONE_HEAD, PMPP_FULL),
    CASE(", each mask -2^100", 1, 20, 50, 64, LOWEST, BOTH),
    CASE("", 2, 20, 40, 120, REAL, BOTH),
    CASE(", values up to 65504", 1, 20, 50, 64, HUGE_ROWS, BOTH),
    CASE("", 65537, 1, 1, 8, ONE_HEAD, PMPP_ON_GPU),
};

int64_t heads_of(const struct pmpp_case *c) {
  return c->spec->size[0];
}

int64_t queries_of(const struct pmpp_case *c) {
  return c->spec->size[1];
}

int64_t keys_of(const struct pmpp_case *c) {
  return c->spec->size[2];
}

int64_t size_of(const struct pmpp_case *c) {
  return c->spec->size[3];
}

bool is_causal(const struct pmpp_case *c) {
  return c->param[4];
}

// Keys 0 .. n - 1 of a head are seen by query i, or by all queries together.
int64_t seen_by(const struct pmpp_case *c, int64_t i) {
  int64_t n = i + 1 + (int64_t)c->state[MORE_KEYS];
  return is_causal(c) && n < keys_of(c) ? n : keys_of(c);
}

int64_t seen_of_head(const struct pmpp_case *c) {
  return seen_by(c, queries_of(c) - 1);
}

int variant_of(const struct pmpp_case *c) {
  return c->spec->variant & ~CAUSAL;
}

// ---- inputs -----------------------------------------------------------------------------------------------

// EQUAL, MASKED and HUGE_ROWS: all queries of a head are alike, and so are its keys. RISING: the score of key j is j / 8, for size 64.
static float element(const struct pmpp_case *c, int arg, int64_t row, int64_t column, uint64_t *random) {
  uint64_t line = c->seed + (uint64_t)(97 * column + arg); // of column: the same in each row
  uint64_t drawn = pmpp_random(random);
  if (arg == V && variant_of(c) == HUGE_ROWS) return (float)(drawn % 65505);
  if (arg == V && variant_of(c) != REAL && variant_of(c) != ONE_HEAD) return (float)(drawn % 17);
  switch (variant_of(c)) {
  case EQUAL:
  case MASKED:
  case HUGE_ROWS:
  case LOWEST:
    return (float)(pmpp_random(&line) % 5) - 2;
  case RISING:
    return column > 0 ? 0 : arg == Q ? 8 : (float)row / 8;
  case LARGE:
    return (float)(drawn % 129) - 64;
  default:
    return uniform(random, -2, 2);
  }
}

static void fill_rows(struct pmpp_case *c, int arg, int64_t rows) {
  struct pmpp_buf *b = &c->buf[arg];
  int64_t size = size_of(c), head = rows * size;
  uint64_t random = c->seed + (uint64_t)arg;
  for (int64_t i = 0; i < b->arg.count; i++)
    if (variant_of(c) == ONE_HEAD && i >= head)
      ((uint16_t *)b->data)[i] = ((uint16_t *)b->data)[i - head];
    else
      put(b, i, element(c, arg, i / size % rows, i % size, &random));
}

// MASKED: of head 0 the first two thirds of the keys, of head 1 all, of others half, at random.
static bool masked_out(const struct pmpp_case *c, int64_t head, int64_t key, uint64_t *random) {
  uint64_t drawn = pmpp_random(random);
  if (variant_of(c) != MASKED) return false;
  return head == 0 ? 3 * key < 2 * keys_of(c) : head == 1 || drawn % 2;
}

static struct pmpp_buf *rows_of_heads(struct pmpp_case *c, const char *name, int role, int64_t rows) {
  struct pmpp_buf *b = pmpp_add(c, name, role, PMPP_F16, heads_of(c) * rows * size_of(c));
  b->columns = b->plane[1] = size_of(c);
  b->plane[0] = rows;
  return b;
}

void make_attention(struct pmpp_case *c) {
  for (int i = 0; i < 4; i++) c->param[i] = c->spec->size[i];
  c->param[4] = (c->spec->variant & CAUSAL) != 0;
  rows_of_heads(c, "q", PMPP_IN, queries_of(c));
  rows_of_heads(c, "k", PMPP_IN, keys_of(c));
  rows_of_heads(c, "v", PMPP_IN, keys_of(c));
  struct pmpp_buf *mask = pmpp_add(c, "mask", PMPP_IN, PMPP_F32, heads_of(c) * keys_of(c));
  rows_of_heads(c, "out", PMPP_OUT, queries_of(c));
  fill_rows(c, Q, queries_of(c));
  fill_rows(c, K, keys_of(c));
  fill_rows(c, V, keys_of(c));
  uint64_t random = c->seed + MASK;
  for (int64_t i = 0; i < mask->arg.count; i++) {
    float x = variant_of(c) == REAL ? uniform(&random, -1, 1) : variant_of(c) == LOWEST ? LOWEST_MASK : 0;
    put(mask, i, masked_out(c, i / keys_of(c), i % keys_of(c), &random) ? -INFINITY : x);
  }
  double pairs = 0;
  for (int64_t i = 0; i < queries_of(c); i++) pairs += (double)seen_by(c, i);
  c->floor_bytes = (double)heads_of(c) * (4.0 * (double)(queries_of(c) * size_of(c)) +
                                          (double)seen_of_head(c) * (4.0 * (double)size_of(c) + 4));
  c->floor_ops = 4 * (double)heads_of(c) * pairs * (double)size_of(c);
}
