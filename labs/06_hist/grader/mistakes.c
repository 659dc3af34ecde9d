// Lab 06's likely mistakes, and what comes of them. Counts that are too small or too large have hints of the grader's own.
#include "parts.h"
#include <string.h>

// ---- tasks 1 to 4: bytes ----------------------------------------------------------------------------------

// Sample i, in place of 1, counts so much.
typedef uint32_t weight(const struct pmpp_case *c, int64_t i);

static void weighed(struct pmpp_case *c, weight *w) {
  const uint8_t *in = c->buf[IN].data;
  uint32_t *hist = c->buf[HIST].golden;
  golden(c);
  memset(hist, 0, HIST_BINS * sizeof *hist);
  for (int64_t i = 0; i < c->spec->size[0]; i++) hist[in[i]] += w(c, i);
}

static uint32_t own_value(const struct pmpp_case *c, int64_t i) {
  return ((const uint8_t *)c->buf[IN].data)[i];
}

static void values_added(struct pmpp_case *c) {
  weighed(c, own_value);
}

// Blocks of so many threads, a sample a thread.
#define OF_BLOCKS(threads)                                                                                   \
  static uint32_t in_first_##threads(const struct pmpp_case *c, int64_t i) {                                 \
    return (void)c, i < threads;                                                                             \
  }                                                                                                          \
  static void first_##threads(struct pmpp_case *c) {                                                         \
    weighed(c, in_first_##threads);                                                                          \
  }                                                                                                          \
  static uint32_t in_all_before_##threads(const struct pmpp_case *c, int64_t i) {                            \
    int64_t all = (c->spec->size[0] + threads - 1) / threads,                                                \
            most = c->spec->size[1] < all ? c->spec->size[1] : all;                                          \
    return (uint32_t)(i / threads < most ? i / threads + 1 : most);                                          \
  }                                                                                                          \
  static void all_before_##threads(struct pmpp_case *c) {                                                    \
    weighed(c, in_all_before_##threads);                                                                     \
  }
OF_BLOCKS(256)
OF_BLOCKS(512)
OF_BLOCKS(1024)
#define FIRST_BLOCK                                                                                          \
  "only the samples of the first block are counted: do the other blocks add their sums, to hist[bin], not "  \
  "hist[i]?"
#define BY_ALL_BLOCKS                                                                                        \
  "a sample is counted by each block up to its own: a block steps by all threads of the grid, not by its "   \
  "own "

// Word `other` of each 16 bytes is counted in the place of word `word`.
static void word_for(struct pmpp_case *c, int word, int other) {
  const uint8_t *in = c->buf[IN].data;
  uint32_t *hist = c->buf[HIST].golden;
  int64_t n = c->spec->size[0], head = (16 - c->buf[IN].arg.misalign % 16) % 16;
  golden(c);
  for (int64_t first = head; first + 16 <= n; first += 16)
    for (int k = 0; k < 4; k++) {
      hist[in[first + 4 * word + k]]--;
      hist[in[first + 4 * other + k]]++;
    }
}

#define WORD_FOR(word, other)                                                                                \
  static void word_##word##_is_##other(struct pmpp_case *c) {                                                \
    word_for(c, word, other);                                                                                \
  }
WORD_FOR(1, 0)
WORD_FOR(2, 1)
WORD_FOR(3, 2)

const struct pmpp_mistake byte_mistakes[4] = {
    {"the value of the sample is added, not 1", values_added},
    {FIRST_BLOCK " (blocks of 256)", first_256},
    {FIRST_BLOCK " (blocks of 512)", first_512},
    {FIRST_BLOCK " (blocks of 1024)", first_1024},
};
const struct pmpp_mistake blocks_mistakes[4] = {
    {"the value of the sample is added, not 1", values_added},
    {BY_ALL_BLOCKS "(blocks of 256)", all_before_256},
    {BY_ALL_BLOCKS "(blocks of 512)", all_before_512},
    {BY_ALL_BLOCKS "(blocks of 1024)", all_before_1024},
};
const struct pmpp_mistake vector_mistakes[4] = {
    {"the value of the sample is added, not 1", values_added},
    {"of each 16 samples the first four are counted twice, the second four never: v.x for v.y?", word_1_is_0},
    {"of each 16 samples the second four are counted twice, the third four never: v.y for v.z?", word_2_is_1},
    {"of each 16 samples the third four are counted twice, the last four never: v.z for v.w?", word_3_is_2},
};

// ---- task 7: equalising -----------------------------------------------------------------------------------

enum { EQUALISED = 1, COUNTS = 2 }; // task 7: in, out, hist, scratch

static void equalised(struct pmpp_case *c, bool value_0, bool rounded) {
  golden_equalise(c);
  const uint32_t *hist = c->buf[COUNTS].golden;
  uint64_t n = (uint64_t)c->spec->size[0], sum = 0, darkest = value_0 ? hist[0] : 0;
  uint8_t table[HIST_BINS], *out = c->buf[EQUALISED].golden;
  for (int v = 0; v < HIST_BINS; v++) {
    if (darkest == 0 && !value_0) darkest = hist[v];
    sum += hist[v];
    uint64_t spread = n - darkest, above = sum > darkest ? sum - darkest : 0;
    table[v] = (uint8_t)(spread == 0 ? (uint64_t)v : (255 * above + (rounded ? spread / 2 : 0)) / spread);
  }
  for (uint64_t i = 0; i < n; i++) out[i] = table[((const uint8_t *)c->buf[IN].data)[i]];
}

// Only where it shows at the darkest pixels, too: elsewhere it may be the rounding.
static void value_0_darkest(struct pmpp_case *c) {
  const uint32_t *hist = c->buf[COUNTS].golden;
  const uint8_t *in = c->buf[IN].data, *out = c->buf[EQUALISED].golden;
  int darkest = 0;
  int64_t i = 0, n = c->spec->size[0];
  equalised(c, true, true);
  while (darkest < HIST_BINS - 1 && hist[darkest] == 0) darkest++;
  while (i < n && in[i] != darkest) i++;
  if (i == n || out[i] == 0) golden_equalise(c);
}

static void rounded_down(struct pmpp_case *c) {
  equalised(c, false, false);
}

const struct pmpp_mistake equalise_mistakes[2] = {
    {"value 0 is taken for the darkest, although no pixel has it: the darkest is the first with a pixel",
     value_0_darkest},
    {"the grey value is rounded down, not to the nearest", rounded_down},
};
