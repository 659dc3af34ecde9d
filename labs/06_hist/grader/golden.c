// Lab 06's golden results, and how far a result may be from them.
#include "parts.h"
#include "base/parallel.h"
#include <string.h>

enum { OUT_7 = 1, HIST_7 = 2 }; // task 7: in, out, hist, scratch

static uint32_t sample_bits(const struct pmpp_case *c, int64_t i) {
  return type_of(c) == BYTES ? ((uint8_t *)c->buf[IN].data)[i] : ((uint32_t *)c->buf[IN].data)[i];
}

struct count {
  const struct pmpp_case *c;
  uint32_t *hist;
};

static void count_part(void *context, int64_t begin, int64_t end) {
  const struct count *x = context;
  int bins = bins_of(x->c);
  uint32_t own[HIST_MAX_BINS];
  memset(own, 0, (size_t)bins * sizeof *own);
  for (int64_t i = begin; i < end; i++) {
    int64_t bin = bin_of(x->c, sample_bits(x->c, i));
    if (bin >= 0) own[bin]++;
  }
  for (int b = 0; b < bins; b++)
    if (own[b]) __atomic_fetch_add(&x->hist[b], own[b], __ATOMIC_RELAXED);
}

static void count_all(const struct pmpp_case *c, uint32_t *hist) {
  memset(hist, 0, (size_t)bins_of(c) * sizeof *hist);
  parallel_for(c->buf[IN].arg.count, 1 << 24, count_part, &(struct count){c, hist});
}

void golden(struct pmpp_case *c) {
  count_all(c, c->buf[HIST].golden);
  c->buf[HIST].bound_text = "0: counts are whole numbers";
}

static void move_sample(struct pmpp_case *c, uint32_t *hist, int64_t i, uint64_t old) {
  int64_t from = bin_of(c, (uint32_t)old), to = bin_of(c, sample_bits(c, i));
  if (from >= 0) hist[from]--;
  if (to >= 0) hist[to]++;
}

void update(struct pmpp_case *c, int arg, int64_t i, uint64_t old) {
  (void)arg;
  move_sample(c, c->buf[HIST].golden, i, old);
}

static void table_of(const uint32_t *hist, uint64_t n, uint8_t table[HIST_BINS]) {
  uint64_t sum = 0, darkest = 0;
  for (int v = 0; v < HIST_BINS; v++) {
    if (darkest == 0) darkest = hist[v];
    sum += hist[v];
    uint64_t spread = n - darkest;
    table[v] = (uint8_t)(spread == 0     ? (uint64_t)v
                         : sum > darkest ? (255 * (sum - darkest) + spread / 2) / spread
                                         : 0);
  }
}

static void map_all(struct pmpp_case *c, const uint8_t table[HIST_BINS]) {
  const uint8_t *in = c->buf[IN].data;
  uint8_t *out = c->buf[OUT_7].golden;
  for (int64_t i = 0; i < c->buf[IN].arg.count; i++) out[i] = table[in[i]];
}

void golden_equalise(struct pmpp_case *c) {
  uint8_t table[HIST_BINS];
  count_all(c, c->buf[HIST_7].golden);
  table_of(c->buf[HIST_7].golden, (uint64_t)c->spec->size[0], table);
  map_all(c, table);
  c->buf[HIST_7].bound_text = c->buf[OUT_7].bound_text = "0: whole numbers";
}

// One sample rarely changes the table.
void update_equalise(struct pmpp_case *c, int arg, int64_t i, uint64_t old) {
  uint8_t before[HIST_BINS], after[HIST_BINS];
  (void)arg;
  table_of(c->buf[HIST_7].golden, (uint64_t)c->spec->size[0], before);
  move_sample(c, c->buf[HIST_7].golden, i, old);
  table_of(c->buf[HIST_7].golden, (uint64_t)c->spec->size[0], after);
  if (memcmp(before, after, sizeof after))
    map_all(c, after);
  else
    ((uint8_t *)c->buf[OUT_7].golden)[i] = after[sample_bits(c, i)];
}
