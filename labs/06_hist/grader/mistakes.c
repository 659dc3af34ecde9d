// Lab 06's likely mistakes, and what comes of them. Counts that are too small or too large have hints of the grader's own.
#include "parts.h"

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
