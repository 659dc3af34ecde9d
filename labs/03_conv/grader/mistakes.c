// Lab 03's likely mistakes, and what comes of them: those with lines and with separable filters.
#include "parts.h"
#include <string.h>

// Runs `golden` as for a case of other sizes.
void as_if(struct pmpp_case *c, int place, int64_t size, void (*golden)(struct pmpp_case *c)) {
  const struct pmpp_case_spec *own = c->spec;
  struct pmpp_case_spec other = *own;
  other.size[place] = size;
  c->spec = &other;
  golden(c);
  c->spec = own;
}

void turn_round(float *taps, int64_t n) {
  for (int64_t i = 0; i < n / 2; i++) {
    float t = taps[i];
    taps[i] = taps[n - 1 - i];
    taps[n - 1 - i] = t;
  }
}

void transpose(float *taps, int side) {
  for (int y = 0; y < side; y++)
    for (int x = 0; x < y; x++) {
      float t = taps[y * side + x];
      taps[y * side + x] = taps[x * side + y];
      taps[x * side + y] = t;
    }
}

void clear_taps(float *taps, int64_t n, int64_t step) {
  for (int64_t i = 0; i < n; i++) taps[i * step] = 0;
}

// ---- tasks 1 to 3: lines ----------------------------------------------------------------------------------

static void line_turned(struct pmpp_case *c) {
  turn_round(c->buf[1].data, c->buf[1].arg.count);
  golden_line(c);
}

static void line_last_tap(struct pmpp_case *c) {
  clear_taps((float *)c->buf[1].data + c->buf[1].arg.count - 1, 1, 1);
  golden_line(c);
}

static void line_first_tap(struct pmpp_case *c) {
  clear_taps(c->buf[1].data, 1, 1);
  golden_line(c);
}

// The window of output i begins with element i.
static void line_not_centred(struct pmpp_case *c) {
  const float *x = c->buf[0].data, *taps = c->buf[1].data;
  int64_t n = c->buf[0].arg.count, side = c->buf[1].arg.count;
  golden_line(c); // and its bounds
  for (int64_t i = 0; i < n; i++) {
    double sum = 0;
    for (int64_t k = 0; k < side && i + k < n; k++) sum += (double)taps[k] * x[i + k];
    ((double *)c->buf[c->n_bufs - 1].golden)[i] = sum;
  }
}

static void line_first_element(struct pmpp_case *c) {
  if (c->buf[0].arg.count) *(float *)c->buf[0].data = 0;
  golden_line(c);
}

// As many bytes as there are taps.
static void line_bytes(struct pmpp_case *c) {
  int64_t n = c->buf[1].arg.count;
  clear_taps((float *)c->buf[1].data + n / 4, n - n / 4, 1);
  golden_line(c);
}

const struct pmpp_mistake line_mistakes[6] = {
    {TURNED_ROUND, line_turned},
    {"the filter's last tap is left out: it has 2 radius + 1 taps", line_last_tap},
    {"the filter's first tap is left out: it has 2 radius + 1 taps", line_first_tap},
    {"the window is not centred: tap k belongs to element i - radius + k, not i + k", line_not_centred},
    {"element 0 of the input is left out: is its index compared with > 0, not >= 0?", line_first_element},
    {"only a quarter of the filter has arrived: the size of a copy is in bytes, the taps times sizeof(float)",
     line_bytes},
};

// ---- task 6: separable filters ----------------------------------------------------------------------------

static void separable_with(struct pmpp_case *c, int from, int to) { // pass `to` has the taps of pass `from`
  float *taps = c->buf[1].data;
  int64_t n = c->buf[1].arg.count / 2;
  memcpy(taps + to * n, taps + from * n, (size_t)n * sizeof *taps);
  golden_separable(c);
}

static void row_for_column(struct pmpp_case *c) {
  separable_with(c, 0, 1);
}

static void column_for_row(struct pmpp_case *c) {
  separable_with(c, 1, 0);
}

static void filters_exchanged(struct pmpp_case *c) {
  float *taps = c->buf[1].data;
  int64_t n = c->buf[1].arg.count / 2;
  turn_round(taps, 2 * n); // turned three times, each half is as it was, in the other's place
  turn_round(taps, n);
  turn_round(taps + n, n);
  golden_separable(c);
}

static void separable_turned(struct pmpp_case *c) {
  int64_t n = c->buf[1].arg.count / 2;
  turn_round(c->buf[1].data, n);
  turn_round((float *)c->buf[1].data + n, n);
  golden_separable(c);
}

const struct pmpp_mistake separable_mistakes[4] = {
    {"both passes use the taps of the row filter", row_for_column},
    {"both passes use the taps of the column filter", column_for_row},
    {"the filters are exchanged: the first 2 radius + 1 taps are the row's", filters_exchanged},
    {TURNED_ROUND, separable_turned},
};
