// Lab 03's golden results of lines and pictures, tasks 1 to 6, and how far a result may be from them.
#include "parts.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- inputs -----------------------------------------------------------------------------------------------

// Whole numbers: every product and every partial sum is a whole number below 2^24 (or such a multiple of
// 2^-60), hence exact in any order, and the bound is 0. Real numbers: a sum of n products, each rounded at
// most n times on its way, is off by at most n 2^-24 sum|f x| (Higham, Accuracy and Stability of Numerical
// Algorithms, section 3.1), and sum|f x| <= sum|f| max|x|. 1 % is for the higher orders.
void set_bound(struct pmpp_case *c, struct pmpp_buf *out, double terms, double sum_of_taps) {
  const struct pmpp_buf *in = &c->buf[0];
  const float *x = in->data;
  double most = 0;
  out->bound_text = "0: every product and every partial sum is exact";
  if (c->spec->variant != REAL) return;
  for (int64_t i = 0; i < in->arg.count; i++) most = fmax(most, fabs(x[i]));
  out->abs_bound = 1.01 * terms * (FLT_EPSILON / 2) * sum_of_taps * most;
  out->bound_text = "1.01 terms 2^-24 sum|taps| max|x|";
}

double sum_abs(const float *x, int64_t n) {
  double sum = 0;
  for (int64_t i = 0; i < n; i++) sum += fabs(x[i]);
  return sum;
}

// By how much element i of the input grew.
double change(const struct pmpp_case *c, int64_t i, uint64_t old_bits) {
  uint32_t bits = (uint32_t)old_bits;
  float old;
  memcpy(&old, &bits, sizeof old);
  return (double)((const float *)c->buf[0].data)[i] - old;
}

// sum[i] += f x[i]. In float where the sums are exact: twice as many at a time.
__attribute__((optimize("O3"))) static void add_f32(float *restrict sum, const float *restrict x, float f,
                                                    int64_t n) {
  for (int64_t i = 0; i < n; i++) sum[i] += f * x[i];
}

__attribute__((optimize("O3"))) static void add_f64(double *restrict sum, const float *restrict x, double f,
                                                    int64_t n) {
  for (int64_t i = 0; i < n; i++) sum[i] += f * x[i];
}

// ---- a picture and a filter; a line is a picture of height 1 ----------------------------------------------

// The index that stands for place i; -1: nothing does, it counts as 0.
int64_t stands_for(int64_t i, int64_t n, int mode) {
  while (i < 0 || i >= n) {
    if (mode == CONV_ZERO) return -1;
    if (mode == CONV_CLAMP) return i < 0 ? 0 : n - 1;
    if (mode == CONV_MIRROR && n == 1) return 0;
    if (mode == CONV_MIRROR)
      i = i < 0 ? -i : 2 * (n - 1) - i;
    else
      i += i < 0 ? n : -n;
  }
  return i;
}

// Adds what one row of the filter takes from one row of the picture: f32 or f64 has w elements, the other is
// NULL.
static inline void filter_row(const struct picture *p, const float *row, const float *taps, float *f32,
                              double *f64) {
  for (int kx = 0; kx <= 2 * p->rx; kx++) {
    int64_t shift = kx - p->rx, begin = shift < 0 ? -shift : 0, end = shift > 0 ? p->w - shift : p->w;
    if (begin > p->w) begin = p->w;
    if (end < begin) end = begin;
    if (f32) add_f32(f32 + begin, row + begin + shift, taps[kx], end - begin);
    if (f64) add_f64(f64 + begin, row + begin + shift, taps[kx], end - begin);
    for (int64_t x = 0; x < p->w; x = x + 1 == begin ? end : x + 1) {
      if (x == begin && begin < end) x = end;
      if (x >= p->w) break;
      int64_t from = stands_for(x + shift, p->w, p->mode);
      if (from < 0) continue;
      if (f32) f32[x] += taps[kx] * row[from];
      if (f64) f64[x] += (double)taps[kx] * row[from];
    }
  }
}

void filter_picture(const struct picture *p) {
  float *f32 = malloc((size_t)(p->w + 1) * sizeof *f32);
  if (!f32) abort();
  for (int64_t y = 0; y < p->h; y++) {
    double *out = p->out + y * p->w;
    for (int64_t x = 0; x < p->w; x++) f32[x] = 0, out[x] = 0;
    for (int ky = 0; ky <= 2 * p->ry; ky++) {
      int64_t from = stands_for(y - p->ry + ky, p->h, p->mode);
      if (from < 0) continue;
      filter_row(p, p->in + from * p->w, p->taps + ky * (2 * p->rx + 1), p->real ? NULL : f32,
                 p->real ? out : NULL);
    }
    for (int64_t x = 0; x < p->w && !p->real; x++) out[x] = f32[x];
  }
  free(f32);
}

// The outputs along one axis that read index i, and with which tap; at most 4 r + 2 of them.
struct reader {
  int64_t at;
  int tap;
};

static inline int readers_of(int64_t i, int64_t n, int r, int mode, struct reader *list) {
  int found = 0;
  for (int64_t near = i - r; near <= i + r; near++) {
    int64_t at = mode == CONV_WRAP ? stands_for(near, n, CONV_WRAP) : near;
    for (int k = 0; k <= 2 * r && at >= 0 && at < n; k++)
      if (stands_for(at - r + k, n, mode) == i) list[found++] = (struct reader){at, k};
  }
  return found;
}

void update_picture(const struct picture *p, int64_t i, double delta) {
  struct reader row[256], column[256];
  int rows = readers_of(i / p->w, p->h, p->ry, p->mode, row);
  int columns = readers_of(i % p->w, p->w, p->rx, p->mode, column);
  for (int y = 0; y < rows; y++)
    for (int x = 0; x < columns; x++)
      p->out[row[y].at * p->w + column[x].at] +=
          p->taps[row[y].tap * (2 * p->rx + 1) + column[x].tap] * delta;
}

// ---- tasks 1 to 3: size = {n, radius}; in, filter, out ----------------------------------------------------

static inline struct picture line_of(const struct pmpp_case *c) {
  return (struct picture){.in = c->buf[0].data,
                          .taps = c->buf[1].data,
                          .out = c->buf[2].golden,
                          .w = c->spec->size[0],
                          .h = c->spec->size[0] > 0,
                          .rx = (int)c->spec->size[1],
                          .mode = CONV_ZERO,
                          .real = c->spec->variant == REAL};
}

void golden_line(struct pmpp_case *c) {
  struct picture p = line_of(c);
  filter_picture(&p);
  set_bound(c, &c->buf[2], 2 * p.rx + 1, sum_abs(p.taps, 2 * p.rx + 1));
}

void update_line(struct pmpp_case *c, int arg, int64_t i, uint64_t old) {
  struct picture p = line_of(c);
  if (arg == 0) update_picture(&p, i, change(c, i, old));
}

// ---- tasks 4 and 5: size = {width, height, radius, mode}; in, filter, out ---------------------------------

static inline struct picture picture_of(const struct pmpp_case *c) {
  const int64_t *size = c->spec->size;
  return (struct picture){.in = c->buf[0].data,
                          .taps = c->buf[1].data,
                          .out = c->buf[2].golden,
                          .w = size[0],
                          .h = size[1],
                          .rx = (int)size[2],
                          .ry = (int)size[2],
                          .mode = (int)size[3],
                          .real = c->spec->variant == REAL};
}

void golden_picture(struct pmpp_case *c) {
  struct picture p = picture_of(c);
  int64_t taps = (2 * p.rx + 1) * (2 * p.ry + 1);
  filter_picture(&p);
  set_bound(c, &c->buf[2], (double)taps, sum_abs(p.taps, taps));
}

void update_square(struct pmpp_case *c, int arg, int64_t i, uint64_t old) {
  struct picture p = picture_of(c);
  if (arg == 0) update_picture(&p, i, change(c, i, old));
}

// ---- task 6: size = {width, height, radius}; in, filters, scratch, out ------------------------------------

// Rows first, each with the row filter; then every output row adds up those above and below it.
void golden_separable(struct pmpp_case *c) {
  int64_t w = c->spec->size[0], h = c->spec->size[1];
  int radius = (int)c->spec->size[2];
  const float *row = c->buf[1].data, *column = row + 2 * radius + 1;
  double *between = calloc((size_t)(w * h + 1), sizeof *between), *out = c->buf[3].golden;
  struct picture p = {.in = c->buf[0].data, .taps = row, .w = w, .h = h, .rx = radius, .mode = CONV_ZERO};
  if (!between) abort();
  for (int64_t y = 0; y < h; y++) filter_row(&p, p.in + y * w, row, NULL, between + y * w);
  for (int64_t y = 0; y < h; y++)
    for (int64_t x = 0; x < w; x++) out[y * w + x] = 0;
  for (int64_t y = 0; y < h; y++)
    for (int k = 0; k <= 2 * radius; k++) {
      int64_t from = y - radius + k;
      for (int64_t x = 0; from >= 0 && from < h && x < w; x++)
        out[y * w + x] += column[k] * between[from * w + x];
    }
  free(between);
  double taps = 2 * radius + 1; // one kernel may sum all taps^2 products, each rounded once more
  set_bound(c, &c->buf[3], taps * taps + 1, sum_abs(row, 2 * radius + 1) * sum_abs(column, 2 * radius + 1));
}

void update_separable(struct pmpp_case *c, int arg, int64_t i, uint64_t old) {
  int64_t w = c->spec->size[0], h = c->spec->size[1];
  int radius = (int)c->spec->size[2];
  const float *row = c->buf[1].data, *column = row + 2 * radius + 1;
  double *out = c->buf[3].golden, delta = arg == 0 ? change(c, i, old) : 0;
  for (int ky = 0; ky <= 2 * radius && delta != 0; ky++)
    for (int kx = 0; kx <= 2 * radius; kx++) {
      int64_t y = i / w + radius - ky, x = i % w + radius - kx;
      if (y >= 0 && y < h && x >= 0 && x < w) out[y * w + x] += (double)column[ky] * row[kx] * delta;
    }
}
