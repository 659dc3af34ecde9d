// Task 10: its gates and its likely mistakes.
#include "attention.h"
#include "gates.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- gates ------------------------------------------------------------------------------------------------

static double rows_bytes(const struct pmpp_case *c, double rows) { // of halves, of all heads
  return 2 * (double)heads_of(c) * rows * (double)size_of(c);
}

static double reads_all(const struct pmpp_case *c) {
  return rows_bytes(c, (double)queries_of(c) + 2 * (double)seen_of_head(c));
}

static double results_bytes(const struct pmpp_case *c) {
  return 1.02 * rows_bytes(c, (double)queries_of(c));
}

// Pairs of a query and a key that a head's tiles go through: of as many queries, and of up to 64 keys.
static double pairs(const struct pmpp_case *c, double tile) {
  double n = (double)queries_of(c);
  return is_causal(c) ? n * (n + tile + 64) / 2 : n * (double)keys_of(c);
}

// A key and its value serve a tile of queries; the key's mask may be loaded by each of them.
static double bytes_of_tiles(const struct pmpp_case *c, double tile, double mask_bytes) {
  return 1.02 * (rows_bytes(c, (double)queries_of(c)) +
                 (double)heads_of(c) * pairs(c, tile) * (4 * (double)size_of(c) / tile + mask_bytes));
}

static double bytes_16_queries(const struct pmpp_case *c) {
  return bytes_of_tiles(c, 16, 4);
}

static double bytes_64_queries(const struct pmpp_case *c) {
  return bytes_of_tiles(c, 64, 1);
}

// Up to 64 keys more than the last query sees: its tile may be as large.
static double touched(const struct pmpp_case *c) {
  double keys = (double)seen_of_head(c) + 64;
  if (keys > (double)keys_of(c)) keys = (double)keys_of(c);
  return 1.02 * (rows_bytes(c, 2 * (double)queries_of(c) + 2 * keys) + 4 * (double)heads_of(c) * keys);
}

static double all_products(const struct pmpp_case *c) {
  return c->floor_ops;
}

const struct pmpp_gate gates_10[] = {
    {EMU_global_load_bytes, PMPP_AT_LEAST, reads_all, 0,
     "2 size (queries + 2 keys) for each head: the kernels themselves read q, k and v",
     "the kernels do not read q, k and v: let them compute the result, not the host"},
    {EMU_global_store_bytes, PMPP_AT_MOST, results_bytes, 0,
     "1.02 x 2 size queries for each head: nothing but the results is stored",
     "keep scores and unfinished results on the chip: let a block walk along the keys for its own queries"},
    {EMU_global_load_bytes, PMPP_AT_MOST, bytes_16_queries, 0,
     "1.02 x (2 size queries + pairs (4 size / 16 + 4)) for each head: a key and its value that are loaded "
     "serve "
     "16 queries; causal, the pairs up to the tiles on the diagonal",
     "let a block have 16 queries or more, and put keys and values into shared memory for all of them; "
     "causal "
     "queries need no keys behind their own place"},
    {EMU_global_bytes_touched, PMPP_AT_MOST, touched, 0,
     "1.02 x every row of q, k, v and out once, and causal no keys but the visible ones and 64",
     "a causal block's last tile is that of its last query: let the loop over the keys end there"},
    {EMU_global_load_bytes, PMPP_AT_MOST, NULL, 0.75,
     "3/4 of the bytes that 384 queries and 384 keys take without causal: a half, the tiles on the diagonal, "
     "q",
     "causal, a block's own last query ends its loop over the keys: the first blocks go through few tiles, "
     "and only the "
     "last block through all",
     NULL, 0, "1 heads, 384 x 512, size 128, causal", "1 heads, 384 x 384, size 128"},
    GATE_BALANCE,
    {EMU_tensor_ops, PMPP_AT_LEAST, all_products, 0,
     "4 size pairs for each head: mma_sync makes the scores and multiplies the values",
     "keep keys, values and the exponentials in shared memory as halves, and load them as fragments",
     "tensor cores", 3},
    {EMU_global_load_bytes, PMPP_AT_MOST, bytes_64_queries, 0,
     "1.02 x (2 size queries + pairs (4 size / 64 + 1)) for each head: 64 queries share keys, values and "
     "masks",
     "let a block have 64 queries, and put the masks of a tile into shared memory, too", "64 queries", 2},
};

// ---- mistakes ---------------------------------------------------------------------------------------------

static void no_scale(struct pmpp_case *c) {
  float root = sqrtf((float)size_of(c));
  for (int64_t i = 0; i < c->buf[Q].arg.count; i++)
    put(&c->buf[Q], i, root * (float)half_value(((uint16_t *)c->buf[Q].data)[i]));
  golden_attention(c);
}

static void no_mask(struct pmpp_case *c) {
  for (int64_t i = 0; i < c->buf[MASK].arg.count; i++) put(&c->buf[MASK], i, 0);
  golden_attention(c);
}

// A maximum that begins with a number of its own is larger than such scores.
static void finite_start(struct pmpp_case *c) {
  for (int64_t i = 0; i < c->buf[MASK].arg.count && variant_of(c) == LOWEST; i++)
    put(&c->buf[MASK], i, -INFINITY);
  golden_attention(c);
}

static void not_causal(struct pmpp_case *c) {
  c->param[4] = 0;
  golden_attention(c);
}

static void with_state(struct pmpp_case *c, int place, double value) {
  c->state[place] = value;
  golden_attention(c);
}

static void without_itself(struct pmpp_case *c) {
  with_state(c, MORE_KEYS, -1);
}

static void one_more(struct pmpp_case *c) {
  with_state(c, MORE_KEYS, 1);
}

static void not_divided(struct pmpp_case *c) {
  with_state(c, NOT_DIVIDED, 1);
}

static void filled_to_16(struct pmpp_case *c) {
  with_state(c, FILLED_UP, 16);
}

static void filled_to_32(struct pmpp_case *c) {
  with_state(c, FILLED_UP, 32);
}

static void filled_to_64(struct pmpp_case *c) {
  with_state(c, FILLED_UP, 64);
}

static void masked_is_nan(struct pmpp_case *c) {
  with_state(c, MASKED_IS_NAN, 1);
}

// In fragments of 16 x 16 elements, 0 where there are no rows or columns.
static void not_turned(struct pmpp_case *c) {
  int64_t keys = keys_of(c), size = size_of(c);
  uint16_t *k = c->buf[K].data, *old = malloc((size_t)(2 * c->buf[K].arg.count) + 1);
  if (!old) abort();
  memcpy(old, k, (size_t)(2 * c->buf[K].arg.count));
  for (int64_t i = 0; i < c->buf[K].arg.count; i++) {
    int64_t head = i / size / keys, row = i / size % keys, column = i % size;
    int64_t from = row / 16 * 16 + column % 16, at = column / 16 * 16 + row % 16;
    k[i] = from < keys && at < size ? old[(head * keys + from) * size + at] : 0;
  }
  free(old);
  golden_attention(c);
}

static double value_of(const struct pmpp_case *c, int arg, int64_t i) {
  return half_value(((const uint16_t *)c->buf[arg].data)[i]);
}

// Keys come in tiles, and an exponential is that of the score less the maximum so far. Makes what comes of it if, with a new
// maximum, the sum of the tiles before is not multiplied by exp(old maximum - new maximum), or their results are not.
static void not_rescaled(struct pmpp_case *c, int64_t tile, bool the_sum) {
  int64_t size = size_of(c), keys = keys_of(c);
  double *score = malloc((size_t)(keys + 1) * sizeof *score), *want = c->buf[OUT].golden;
  if (!score) abort();
  golden_attention(c);
  for (int64_t row = 0; row < heads_of(c) * queries_of(c); row++, want += size) {
    int64_t n = seen_by(c, row % queries_of(c)), head = row / queries_of(c) * keys;
    double max = -INFINITY, so_far = 0, sum = 0, sum_so_far = 0;
    for (int64_t j = 0; j < n; j++) {
      score[j] = 0;
      for (int64_t d = 0; d < size; d++)
        score[j] += value_of(c, Q, row * size + d) * value_of(c, K, (head + j) * size + d);
      score[j] = score[j] / sqrt((double)size) + ((const float *)c->buf[MASK].data)[head + j];
      max = fmax(max, score[j]);
    }
    if (isinf(max)) continue;
    for (int64_t d = 0; d < size && !the_sum; d++) want[d] = 0;
    for (int64_t j = 0; j < n; j++) {
      if (j % tile == 0) {
        so_far = j == 0 ? -INFINITY : so_far;
        for (int64_t i = j; i < n && i < j + tile; i++) so_far = fmax(so_far, score[i]);
      }
      double share = isinf(so_far) ? 0 : exp(score[j] - so_far);
      sum += exp(score[j] - max), sum_so_far += share;
      for (int64_t d = 0; d < size && !the_sum; d++) want[d] += share * value_of(c, V, (head + j) * size + d);
    }
    for (int64_t d = 0; d < size; d++) want[d] *= the_sum ? sum / sum_so_far : 1 / sum;
  }
  free(score);
}

static void sum_kept_by_32(struct pmpp_case *c) {
  not_rescaled(c, 32, true);
}

static void sum_kept_by_64(struct pmpp_case *c) {
  not_rescaled(c, 64, true);
}

static void results_kept_by_32(struct pmpp_case *c) {
  not_rescaled(c, 32, false);
}

static void results_kept_by_64(struct pmpp_case *c) {
  not_rescaled(c, 64, false);
}

#define KEPT(what)                                                                                           \
  "a later tile of keys has a larger maximum, and " what                                                     \
  " of the tiles before lacks the factor exp(old maximum - new maximum)"

#define FILLED(n)                                                                                            \
  "padding counts: the last tile is filled up to " n                                                         \
  " keys with scores of 0, whose exponential is not 0; their "                                               \
  "scores are -infinity"

const struct pmpp_mistake attention_mistakes[16] = {
    {"a query that sees no key but masked ones has the maximum -infinity, and exp(-inf - -inf) is NaN: its "
     "results "
     "are 0",
     masked_is_nan},
    {"the maximum of a query begins with a number that is larger than all of its scores: begin with "
     "-infinity",
     finite_start},
    {"the mask is left out: add mask[j] to each score of key j", no_mask},
    {"all keys are seen although causal is set: query i sees those up to the index i", not_causal},
    {"a causal query does not see the key of its own index: it sees keys 0 to i, i among them",
     without_itself},
    {"a causal query sees a key too many: those up to the index i, and not i + 1", one_more},
    {"the scores are not divided by sqrt(size): they lack this factor", no_scale},
    {"the results are not divided by the sum of the exponentials", not_divided},
    {"the keys' fragments are not transposed: load them as col_major, for a key is a row in memory and a "
     "column of "
     "the product's right operand",
     not_turned},
    {FILLED("16"), filled_to_16},
    {FILLED("32"), filled_to_32},
    {FILLED("64"), filled_to_64},
    {KEPT("the sum"), sum_kept_by_32},
    {KEPT("the sum"), sum_kept_by_64},
    {KEPT("the weighted sum of the values"), results_kept_by_32},
    {KEPT("the weighted sum of the values"), results_kept_by_64},
};
