// Lab 05's golden results, and how far a result may be from them.
#include "parts.h"
#include "base/parallel.h"
#include "base/text.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- exact scans and how far a float scan may be from them ------------------------------------------------

// Whole numbers: every sum of a run of elements is a whole number below 2^24 in size, hence exact in any
// order, and the bound is 0. (Such sums wander: their standard deviation is 37 sqrt(n), 2^20.2 for n = 2^30.)
// The same holds for multiples of 2^-60, and for multiples of 2^-20 whose sizes add up to less than 2^4. Real
// numbers: an addition rounds by at most 2^-24 of its result, so a sum is off by at most d 2^-24 sum|x|, d
// the most additions that one element goes through in a row (Higham, Accuracy and Stability of Numerical
// Algorithms, section 4.2). Inside a tile 64 is enough for any tree (Brent and Kung: 18) and for trees over
// threads that add up some elements one by one; from tile to tile the sums may be added one by one. 1 % is
// for the higher orders.
static double real_bound(int64_t tiles, double sum_of_abs) {
  return 1.01 * (double)(64 + tiles) * (FLT_EPSILON / 2) * sum_of_abs;
}

// golden[0 .. n) from x[0 .. n), behind a sum `before`. Returns the sum of |x|.
static double scan_f32(const float *x, int64_t n, bool exclusive, double before, double *golden) {
  double sum = before, abs = 0;
  for (int64_t i = 0; i < n; i++) {
    before = sum;
    sum += x[i];
    abs += fabsf(x[i]);
    golden[i] = exclusive ? before : sum;
  }
  return abs;
}

// A timed sample changes elements anywhere, so all of golden is made anew for it: on all processors. The parts are the same on
// any number of them, and so is the order of additions.
enum { PART = 1 << 20 };

struct scan {
  const float *x;
  double *golden, *before, *abs; // in front of each part; in it
  bool exclusive;
};

static void add_part(void *context, int64_t begin, int64_t end) {
  const struct scan *s = context;
  double sum = 0;
  for (int64_t i = begin; i < end; i++) sum += s->x[i];
  s->before[begin / PART + 1] = sum;
}

static void scan_part(void *context, int64_t begin, int64_t end) {
  const struct scan *s = context;
  int64_t p = begin / PART;
  s->abs[p] = scan_f32(s->x + begin, end - begin, s->exclusive, s->before[p], s->golden + begin);
}

// As scan_f32, from 0 on.
static double scan_in_parts(const float *x, int64_t n, bool exclusive, double *golden) {
  int64_t parts = n / PART + 1;
  double abs = 0;
  struct scan s = {x, golden, must_alloc((size_t)(parts + 1) * sizeof(double)),
                   must_alloc((size_t)parts * sizeof(double)), exclusive};
  parallel_for(n, PART, add_part, &s);
  for (int64_t p = 0; p < parts; p++) s.before[p + 1] += s.before[p];
  parallel_for(n, PART, scan_part, &s);
  for (int64_t p = 0; p < parts; p++) abs += s.abs[p];
  free(s.before), free(s.abs);
  return abs;
}

static void set_bound(struct pmpp_case *c, struct pmpp_buf *out, int64_t tiles, double sum_of_abs) {
  bool real = c->spec->variant == REAL;
  out->abs_bound = real ? real_bound(tiles, sum_of_abs) : 0;
  out->bound_text = !real       ? "0: every sum is exact"
                    : tiles > 1 ? "1.01 (64 + n / 512) 2^-24 sum|x|"
                                : "1.01 x 65 x 2^-24 sum|x| of the tile with the largest";
}

// ---- tasks 1 to 5: tiles ----------------------------------------------------------------------------------

enum { TILES_IN, TILES_OUT };

// The tile that begins at first. Returns the sum of its |x|.
static double golden_tile(struct pmpp_case *c, int64_t first, bool exclusive) {
  int64_t n = c->spec->size[0] - first;
  const float *x = c->buf[TILES_IN].data;
  double *golden = c->buf[TILES_OUT].golden;
  return scan_f32(x + first, n < SCAN_TILE ? n : SCAN_TILE, exclusive, 0, golden + first);
}

struct tiles {
  struct pmpp_case *c;
  bool exclusive;
  double *largest; // in each part
};

static void golden_tiles_part(void *context, int64_t begin, int64_t end) {
  struct tiles *t = context;
  for (int64_t first = begin; first < end; first += SCAN_TILE)
    t->largest[begin / PART] = fmax(t->largest[begin / PART], golden_tile(t->c, first, t->exclusive));
}
_Static_assert(PART % SCAN_TILE == 0, "a tile lies in one part");

static void golden_tiles(struct pmpp_case *c, bool exclusive) {
  int64_t n = c->spec->size[0], parts = n / PART + 1;
  struct tiles t = {c, exclusive, must_alloc((size_t)parts * sizeof(double))};
  double largest = 0;
  parallel_for(n, PART, golden_tiles_part, &t);
  for (int64_t p = 0; p < parts; p++) largest = fmax(largest, t.largest[p]);
  free(t.largest);
  set_bound(c, &c->buf[TILES_OUT], 1, largest);
}

void golden_inclusive(struct pmpp_case *c) {
  golden_tiles(c, false);
}

void golden_exclusive(struct pmpp_case *c) {
  golden_tiles(c, true);
}

// Only whole numbers are timed: their bound stays 0.
void update_inclusive(struct pmpp_case *c, int arg, int64_t i, uint64_t old) {
  (void)arg, (void)old;
  golden_tile(c, i - i % SCAN_TILE, false);
}

void update_exclusive(struct pmpp_case *c, int arg, int64_t i, uint64_t old) {
  (void)arg, (void)old;
  golden_tile(c, i - i % SCAN_TILE, true);
}

// ---- tasks 6 and 7: whole arrays --------------------------------------------------------------------------

enum { IN, SCRATCH, OUT };

struct whole_scan {
  const uint32_t *x;
  uint32_t *golden, *before; // in front of each part
  bool exclusive;
};

static void add_whole_part(void *context, int64_t begin, int64_t end) {
  const struct whole_scan *s = context;
  uint32_t sum = 0;
  for (int64_t i = begin; i < end; i++) sum += s->x[i];
  s->before[begin / PART + 1] = sum;
}

static void scan_whole_part(void *context, int64_t begin, int64_t end) {
  const struct whole_scan *s = context;
  uint32_t sum = s->before[begin / PART];
  for (int64_t i = begin; i < end; i++) {
    uint32_t before = sum;
    sum += s->x[i];
    s->golden[i] = s->exclusive ? before : sum;
  }
}

static void scan_whole_numbers(const uint32_t *x, int64_t n, bool exclusive, uint32_t *golden) {
  int64_t parts = n / PART + 1;
  struct whole_scan s = {x, golden, must_alloc((size_t)(parts + 1) * sizeof *s.before), exclusive};
  parallel_for(n, PART, add_whole_part, &s);
  for (int64_t p = 0; p < parts; p++) s.before[p + 1] += s.before[p];
  parallel_for(n, PART, scan_whole_part, &s);
  free(s.before);
}

void golden_whole(struct pmpp_case *c) {
  int64_t n = c->spec->size[0];
  bool exclusive = c->spec->size[1];
  struct pmpp_buf *out = &c->buf[OUT];
  if (c->spec->variant == INT_ALL) {
    scan_whole_numbers(c->buf[IN].data, n, exclusive, out->golden);
    return;
  }
  set_bound(c, out, n / SCAN_TILE + 1, scan_in_parts(c->buf[IN].data, n, exclusive, out->golden));
}

// ---- task 8: compaction -----------------------------------------------------------------------------------

enum { KEPT_IN, KEPT_SCRATCH, KEPT_OUT, KEPT_COUNT };

struct kept {
  const int32_t *x;
  int32_t *golden;
  int64_t kept, *before; // of all; in front of each part
};

static void count_kept(void *context, int64_t begin, int64_t end) {
  const struct kept *k = context;
  int64_t kept = 0;
  for (int64_t i = begin; i < end; i++) kept += k->x[i] > 0;
  k->before[begin / PART + 1] = kept;
}

static void write_kept(void *context, int64_t begin, int64_t end) {
  (void)end;
  const struct kept *k = context;
  int32_t *to = k->golden + k->before[begin / PART], *last = k->golden + k->before[begin / PART + 1];
  for (int64_t i = begin; to < last; i++) { // without a branch that nobody can predict
    *to = k->x[i];
    to += k->x[i] > 0;
  }
}

// What is not to be touched keeps the bytes 0xFF that every output has before the call.
static void write_rest(void *context, int64_t begin, int64_t end) {
  const struct kept *k = context;
  for (int64_t i = begin > k->kept ? begin : k->kept; i < end; i++) k->golden[i] = -1;
}

void golden_compaction(struct pmpp_case *c) {
  int64_t n = c->spec->size[0], parts = n / PART + 1;
  struct kept k = {.x = c->buf[KEPT_IN].data, .golden = c->buf[KEPT_OUT].golden};
  k.before = must_alloc((size_t)(parts + 1) * sizeof *k.before);
  parallel_for(n, PART, count_kept, &k);
  for (int64_t p = 0; p < parts; p++) k.before[p + 1] += k.before[p];
  k.kept = k.before[parts];
  parallel_for(n, PART, write_kept, &k);
  parallel_for(n, PART, write_rest, &k);
  *(int64_t *)c->buf[KEPT_COUNT].golden = k.kept;
  free(k.before);
}

// ---- task 9: row pointers ---------------------------------------------------------------------------------

enum { CSR_ROW, CSR_SCRATCH, CSR_ROW_PTR };

void golden_csr(struct pmpp_case *c) {
  int64_t entries = c->spec->size[0], rows = c->spec->size[1];
  const int32_t *row = c->buf[CSR_ROW].data;
  int32_t *row_ptr = c->buf[CSR_ROW_PTR].golden;
  memset(row_ptr, 0, (size_t)(rows + 1) * sizeof *row_ptr);
  for (int64_t k = 0; k < entries; k++) row_ptr[row[k] + 1]++;
  for (int64_t r = 0; r < rows; r++) row_ptr[r + 1] += row_ptr[r];
}
