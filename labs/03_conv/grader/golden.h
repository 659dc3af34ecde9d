// Lab 03's inputs and what is right for them: cases, golden results in double precision, bounds and updates.
#ifndef GOLDEN_H
#define GOLDEN_H

#include "grader/task.h"
#include "conv.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- inputs -----------------------------------------------------------------------------------------------

enum variant {
  WHOLE, // odd whole numbers: elements -63..63, taps -7..7; one lost or used twice always changes the result
  REAL,  // uniform in [-1, 1)
  TINY,  // as WHOLE, elements times 2^-60
  LAST,  // only the last element is not 0: it shows where the taps go
};

static inline void fill(struct pmpp_buf *b, int lo, int hi, int variant, uint64_t seed) {
  float *x = b->data;
  int64_t n = b->arg.count;
  if (variant == REAL) {
    pmpp_fill_f32(x, n, -1, 1, seed);
    return;
  }
  pmpp_fill_whole_f32(x, n, lo, hi, seed);
  for (int64_t i = 0; i < n; i++) x[i] = (2 * x[i] + 1) * (variant == TINY ? 0x1p-60f : 1);
}

static inline void fill_elements(struct pmpp_buf *b, int variant, uint64_t seed) {
  float *x = b->data;
  int64_t n = b->arg.count;
  fill(b, -32, 31, variant, seed);
  if (variant == LAST && n > 0) {
    memset(x, 0, n * sizeof *x);
    x[n - 1] = 1;
  }
}

static inline void fill_taps(struct pmpp_buf *b, int variant, uint64_t seed) {
  fill(b, -4, 3, variant == REAL ? REAL : WHOLE, seed ^ UINT64_C(0x74617073));
}

// Whole numbers: every product and every partial sum is a whole number below 2^24 (or such a multiple of
// 2^-60), hence exact in any order, and the bound is 0. Real numbers: a sum of n products, each rounded at
// most n times on its way, is off by at most n 2^-24 sum|f x| (Higham, Accuracy and Stability of Numerical
// Algorithms, section 3.1), and sum|f x| <= sum|f| max|x|. 1 % is for the higher orders.
static inline void set_bound(struct pmpp_case *c, struct pmpp_buf *out, double terms, double sum_of_taps) {
  const struct pmpp_buf *in = &c->buf[0];
  const float *x = in->data;
  double most = 0;
  out->bound_text = "0: every product and every partial sum is exact";
  if (c->spec->variant != REAL) return;
  for (int64_t i = 0; i < in->arg.count; i++) most = fmax(most, fabs(x[i]));
  out->abs_bound = 1.01 * terms * (FLT_EPSILON / 2) * sum_of_taps * most;
  out->bound_text = "1.01 terms 2^-24 sum|taps| max|x|";
}

static inline double sum_abs(const float *x, int64_t n) {
  double sum = 0;
  for (int64_t i = 0; i < n; i++) sum += fabs(x[i]);
  return sum;
}

// A timed sample changes elements of the input, never taps: one element has few readers, a tap has all
// outputs.
static inline uint64_t patch_value(const struct pmpp_case *c, int arg, int64_t i, uint64_t random) {
  const uint32_t *x = c->buf[arg].data;
  return arg == 0 ? x[random % (uint64_t)c->buf[0].arg.count] : x[i];
}

// By how much element i of the input grew.
static inline double change(const struct pmpp_case *c, int64_t i, uint64_t old_bits) {
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

struct picture {
  const float *in, *taps;
  double *out;
  int64_t w, h;
  int rx, ry, mode; // the filter has 2 ry + 1 rows of 2 rx + 1 taps
  bool real;
};

// The index that stands for place i; -1: nothing does, it counts as 0.
static inline int64_t stands_for(int64_t i, int64_t n, int mode) {
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

static inline void filter_picture(const struct picture *p) {
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

static inline void update_picture(const struct picture *p, int64_t i, double delta) {
  struct reader row[256], column[256];
  int rows = readers_of(i / p->w, p->h, p->ry, p->mode, row);
  int columns = readers_of(i % p->w, p->w, p->rx, p->mode, column);
  for (int y = 0; y < rows; y++)
    for (int x = 0; x < columns; x++)
      p->out[row[y].at * p->w + column[x].at] +=
          p->taps[row[y].tap * (2 * p->rx + 1) + column[x].tap] * delta;
}

// ---- tasks 1 to 3: size = {n, radius}; in, filter, out ----------------------------------------------------

static inline void make_line(struct pmpp_case *c) {
  int64_t n = c->spec->size[0], radius = c->spec->size[1], taps = 2 * radius + 1;
  fill_elements(pmpp_add(c, "in", PMPP_IN, PMPP_F32, n), c->spec->variant, c->seed);
  fill_taps(pmpp_add(c, "filter", PMPP_IN, PMPP_F32, taps), c->spec->variant, c->seed);
  pmpp_add(c, "out", PMPP_OUT, PMPP_F32, n);
  c->param[0] = n;
  c->param[1] = radius;
  c->floor_bytes = 8.0 * n + 4.0 * taps;
  c->floor_ops = 2.0 * n * taps;
}

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

static inline void golden_line(struct pmpp_case *c) {
  struct picture p = line_of(c);
  filter_picture(&p);
  set_bound(c, &c->buf[2], 2 * p.rx + 1, sum_abs(p.taps, 2 * p.rx + 1));
}

static inline void update_line(struct pmpp_case *c, int arg, int64_t i, uint64_t old) {
  struct picture p = line_of(c);
  if (arg == 0) update_picture(&p, i, change(c, i, old));
}

// ---- tasks 4 and 5: size = {width, height, radius, mode}; in, filter, out ---------------------------------

static inline void make_picture(struct pmpp_case *c) {
  int64_t w = c->spec->size[0], h = c->spec->size[1], radius = c->spec->size[2];
  int64_t taps = (2 * radius + 1) * (2 * radius + 1);
  fill_elements(pmpp_add(c, "in", PMPP_IN, PMPP_F32, w * h), c->spec->variant, c->seed);
  fill_taps(pmpp_add(c, "filter", PMPP_IN, PMPP_F32, taps), c->spec->variant, c->seed);
  pmpp_add(c, "out", PMPP_OUT, PMPP_F32, w * h)->columns = w;
  memcpy(c->param, c->spec->size, sizeof c->spec->size);
  c->floor_bytes = 8.0 * w * h + 4.0 * taps;
  c->floor_ops = 2.0 * w * h * taps;
}

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

static inline void golden_picture(struct pmpp_case *c) {
  struct picture p = picture_of(c);
  int64_t taps = (2 * p.rx + 1) * (2 * p.ry + 1);
  filter_picture(&p);
  set_bound(c, &c->buf[2], (double)taps, sum_abs(p.taps, taps));
}

static inline void update_square(struct pmpp_case *c, int arg, int64_t i, uint64_t old) {
  struct picture p = picture_of(c);
  if (arg == 0) update_picture(&p, i, change(c, i, old));
}

// ---- task 6: size = {width, height, radius}; in, filters, scratch, out ------------------------------------

static inline void make_separable(struct pmpp_case *c) {
  int64_t w = c->spec->size[0], h = c->spec->size[1], taps = 2 * c->spec->size[2] + 1;
  fill_elements(pmpp_add(c, "in", PMPP_IN, PMPP_F32, w * h), c->spec->variant, c->seed);
  fill_taps(pmpp_add(c, "filters", PMPP_IN, PMPP_F32, 2 * taps), c->spec->variant, c->seed);
  pmpp_add(c, "scratch", PMPP_SCRATCH, PMPP_F32, w * h);
  pmpp_add(c, "out", PMPP_OUT, PMPP_F32, w * h)->columns = w;
  memcpy(c->param, c->spec->size, sizeof c->spec->size);
  c->floor_bytes = 8.0 * w * h + 8.0 * taps;
  c->floor_ops = 4.0 * w * h * taps;
}

// Rows first, each with the row filter; then every output row adds up those above and below it.
static inline void golden_separable(struct pmpp_case *c) {
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

static inline void update_separable(struct pmpp_case *c, int arg, int64_t i, uint64_t old) {
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

// ---- task 7: size = {width, height, steps, edges}; in, scratch, out ---------------------------------------

// Whole numbers with k = 1/8: s steps need 6 + 3 s bits, and what is added up on the way 3 more at most;
// exact up to 5 steps. Real numbers with k <= 1/4: in a step the cells add up to at most 8 max|x| on the way,
// in 5 additions, times k; with the multiplication and the last addition that is 13 2^-24 max|x|; a step does
// not enlarge older errors.
static inline void make_grid(struct pmpp_case *c) {
  int64_t w = c->spec->size[0], h = c->spec->size[1];
  fill_elements(pmpp_add(c, "in", PMPP_IN, PMPP_F32, w * h), c->spec->variant, c->seed);
  pmpp_add(c, "scratch", PMPP_SCRATCH, PMPP_F32, w * h);
  pmpp_add(c, "out", PMPP_OUT, PMPP_F32, w * h)->columns = w;
  memcpy(c->param, c->spec->size, sizeof c->spec->size);
  c->real[0] = c->spec->variant == REAL ? 0.2f : 0.125f;
  c->floor_bytes = 8.0 * w * h;
  c->floor_ops = 7.0 * w * h * c->spec->size[2];
}

static inline bool keeps(const struct pmpp_case *c, int64_t x, int64_t y) {
  int64_t w = c->spec->size[0], h = c->spec->size[1];
  return c->spec->size[3] == CONV_FIXED && (x == 0 || y == 0 || x == w - 1 || y == h - 1);
}

static inline void golden_grid(struct pmpp_case *c) {
  int64_t w = c->spec->size[0], h = c->spec->size[1], steps = c->spec->size[2];
  const float *in = c->buf[0].data;
  double *now = c->buf[2].golden, *before = malloc((size_t)(w * h + 1) * sizeof *before), k = c->real[0];
  if (!before) abort();
  for (int64_t i = 0; i < w * h; i++) now[i] = in[i];
  for (int64_t s = 0; s < steps; s++) {
    memcpy(before, now, (size_t)(w * h) * sizeof *now);
    for (int64_t y = 0; y < h; y++)
      for (int64_t x = 0; x < w; x++) {
        if (keeps(c, x, y)) continue;
        const double *row = before + y * w, *up = before + (y ? y - 1 : h - 1) * w,
                     *down = before + (y + 1) % h * w;
        double sum = row[x ? x - 1 : w - 1] + row[x + 1 < w ? x + 1 : 0] + up[x] + down[x];
        now[y * w + x] = row[x] + k * (sum - 4 * row[x]);
      }
  }
  free(before);
  set_bound(c, &c->buf[2], (double)steps, 13);
  if (c->spec->variant == REAL) c->buf[2].bound_text = "1.01 steps 13 2^-24 max|x|";
}

// The step is linear: what one cell grew by spreads over a square of 2 steps + 1 cells, which is walked
// alone. The grid must be larger than that.
static inline void update_grid(struct pmpp_case *c, int arg, int64_t i, uint64_t old) {
  enum { MOST = 8, SIDE = 2 * MOST + 3 };
  int64_t w = c->spec->size[0], h = c->spec->size[1], steps = c->spec->size[2];
  double now[SIDE][SIDE] = {{0}}, before[SIDE][SIDE], k = c->real[0], *out = c->buf[2].golden;
  int middle = SIDE / 2;
  if (arg != 0) return;
  if (steps > MOST || w < SIDE || h < SIDE) {
    golden_grid(c);
    return;
  }
  now[middle][middle] = change(c, i, old);
  for (int64_t s = 0; s < steps; s++) {
    memcpy(before, now, sizeof now);
    for (int dy = 1; dy < SIDE - 1; dy++)
      for (int dx = 1; dx < SIDE - 1; dx++) {
        int64_t x = i % w + dx - middle, y = i / w + dy - middle;
        bool outside = x < 0 || y < 0 || x >= w || y >= h;
        if (c->spec->size[3] == CONV_FIXED && (outside || keeps(c, x, y))) continue;
        double sum = before[dy - 1][dx] + before[dy + 1][dx] + before[dy][dx - 1] + before[dy][dx + 1];
        now[dy][dx] = before[dy][dx] + k * (sum - 4 * before[dy][dx]);
      }
  }
  for (int dy = 0; dy < SIDE; dy++)
    for (int dx = 0; dx < SIDE; dx++)
      if (now[dy][dx] != 0) {
        int64_t x = stands_for(i % w + dx - middle, w, CONV_WRAP),
                y = stands_for(i / w + dy - middle, h, CONV_WRAP);
        out[y * w + x] += now[dy][dx];
      }
}

// ---- task 8: size = {nx, ny, nz}; in, out -----------------------------------------------------------------

// Real numbers with k <= 1/6: 7 additions of at most 12 max|x|, times k, and 3 more roundings: 17 2^-24
// max|x|.
static inline void make_box(struct pmpp_case *c) {
  int64_t n = c->spec->size[0] * c->spec->size[1] * c->spec->size[2];
  fill_elements(pmpp_add(c, "in", PMPP_IN, PMPP_F32, n), c->spec->variant, c->seed);
  pmpp_add(c, "out", PMPP_OUT, PMPP_F32, n);
  memcpy(c->param, c->spec->size, sizeof c->spec->size);
  c->real[0] = c->spec->variant == REAL ? 0.15f : 0.125f;
  c->floor_bytes = 8.0 * n;
  c->floor_ops = 9.0 * n;
}

static inline bool on_face(const struct pmpp_case *c, int64_t x, int64_t y, int64_t z) {
  const int64_t *n = c->spec->size;
  return x == 0 || y == 0 || z == 0 || x == n[0] - 1 || y == n[1] - 1 || z == n[2] - 1;
}

static inline void golden_box(struct pmpp_case *c) {
  int64_t nx = c->spec->size[0], ny = c->spec->size[1], nz = c->spec->size[2], plane = nx * ny;
  const float *in = c->buf[0].data;
  double *out = c->buf[1].golden, k = c->real[0];
  for (int64_t z = 0; z < nz; z++)
    for (int64_t y = 0; y < ny; y++)
      for (int64_t x = 0; x < nx; x++) {
        int64_t i = z * plane + y * nx + x;
        out[i] = in[i];
        if (on_face(c, x, y, z)) continue;
        double sum = (double)in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx] + in[i - plane] + in[i + plane];
        out[i] += k * (sum - 6.0 * in[i]);
      }
  set_bound(c, &c->buf[1], 1, 17);
  if (c->spec->variant == REAL) c->buf[1].bound_text = "1.01 x 17 2^-24 max|x|";
}

static inline void update_box(struct pmpp_case *c, int arg, int64_t i, uint64_t old) {
  static const int step[7][3] = {{0, 0, 0}, {-1, 0, 0}, {1, 0, 0}, {0, -1, 0},
                                 {0, 1, 0}, {0, 0, -1}, {0, 0, 1}};
  const int64_t *n = c->spec->size;
  double *out = c->buf[1].golden, delta = arg == 0 ? change(c, i, old) : 0, k = c->real[0];
  for (int j = 0; j < 7 && delta != 0; j++) {
    int64_t x = i % n[0] + step[j][0], y = i / n[0] % n[1] + step[j][1], z = i / (n[0] * n[1]) + step[j][2];
    if (x < 0 || y < 0 || z < 0 || x >= n[0] || y >= n[1] || z >= n[2]) continue;
    double weight = on_face(c, x, y, z) ? j == 0 : j == 0 ? 1 - 6 * k : k;
    out[(z * n[1] + y) * n[0] + x] += weight * delta;
  }
}

// ---- task 9: size = {row of layers}; in, filter, scratch, out ---------------------------------------------

static const struct layer {
  int n, c, h, w, f, radius;
} layers[] = {
    {1, 1, 1, 1, 1, 0}, {1, 1, 4, 5, 1, 1},    {1, 2, 4, 5, 1, 1},      {1, 1, 4, 5, 3, 1},
    {2, 3, 5, 7, 5, 1}, {3, 5, 2, 3, 7, 3},    {2, 33, 7, 6, 35, 0},    {0, 2, 4, 5, 3, 1},
    {2, 4, 7, 9, 6, 2}, {2, 8, 16, 16, 32, 1}, {17, 24, 29, 31, 40, 2}, {64, 64, 56, 56, 64, 1},
};

static inline const struct layer *layer_of(const struct pmpp_case *c) {
  return &layers[c->spec->size[0]];
}

static inline void make_layer(struct pmpp_case *c) {
  const struct layer *l = layer_of(c);
  int64_t taps = (2 * l->radius + 1) * (2 * l->radius + 1), depth = l->c * taps,
          columns = (int64_t)l->n * l->h * l->w;
  fill_elements(pmpp_add(c, "in", PMPP_IN, PMPP_F32, l->c * columns), c->spec->variant, c->seed);
  fill_taps(pmpp_add(c, "filter", PMPP_IN, PMPP_F32, l->f * depth), c->spec->variant, c->seed);
  pmpp_add(c, "scratch", PMPP_SCRATCH, PMPP_F32, depth * columns);
  pmpp_add(c, "out", PMPP_OUT, PMPP_F32, l->f * columns);
  const int param[] = {l->n, l->c, l->h, l->w, l->f, l->radius};
  for (int i = 0; i < 6; i++) c->param[i] = param[i];
  c->floor_bytes = 4.0 * (l->c * columns + l->f * depth + l->f * columns);
  c->floor_ops = 2.0 * l->f * depth * columns;
}

static inline void golden_layer(struct pmpp_case *c) {
  const struct layer *l = layer_of(c);
  int64_t pixels = (int64_t)l->h * l->w, taps = (2 * l->radius + 1) * (2 * l->radius + 1);
  const float *in = c->buf[0].data, *filter = c->buf[1].data;
  double *out = c->buf[3].golden, most = 0, *one = malloc((size_t)(pixels + 1) * sizeof *one);
  if (!one) abort();
  for (int64_t i = 0; i < l->n * l->f * pixels; i++) out[i] = 0;
  for (int n = 0; n < l->n; n++)
    for (int f = 0; f < l->f; f++)
      for (int channel = 0; channel < l->c; channel++) {
        struct picture p = {.in = in + ((int64_t)n * l->c + channel) * pixels,
                            .taps = filter + ((int64_t)f * l->c + channel) * taps,
                            .out = one,
                            .w = l->w,
                            .h = l->h,
                            .rx = l->radius,
                            .ry = l->radius,
                            .mode = CONV_ZERO,
                            .real = c->spec->variant == REAL};
        filter_picture(&p);
        for (int64_t i = 0; i < pixels; i++) out[((int64_t)n * l->f + f) * pixels + i] += one[i];
      }
  free(one);
  for (int f = 0; f < l->f; f++) most = fmax(most, sum_abs(filter + f * l->c * taps, l->c * taps));
  set_bound(c, &c->buf[3], (double)(l->c * taps), most);
}

static inline void update_layer(struct pmpp_case *c, int arg, int64_t i, uint64_t old) {
  const struct layer *l = layer_of(c);
  int64_t pixels = (int64_t)l->h * l->w, taps = (2 * l->radius + 1) * (2 * l->radius + 1);
  int64_t n = i / pixels / l->c, channel = i / pixels % l->c;
  for (int f = 0; f < l->f && arg == 0; f++) {
    struct picture p = {.taps = (const float *)c->buf[1].data + (f * l->c + channel) * taps,
                        .out = (double *)c->buf[3].golden + (n * l->f + f) * pixels,
                        .w = l->w,
                        .h = l->h,
                        .rx = l->radius,
                        .ry = l->radius,
                        .mode = CONV_ZERO};
    update_picture(&p, i % pixels, change(c, i, old));
  }
}

#endif
