// Lab 03's golden results of stencils and layers: tasks 7 to 9.
#include "parts.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- task 7: size = {width, height, steps, edges}; in, scratch, out ---------------------------------------

static inline bool keeps(const struct pmpp_case *c, int64_t x, int64_t y) {
  int64_t w = c->spec->size[0], h = c->spec->size[1];
  return c->spec->size[3] == CONV_FIXED && (x == 0 || y == 0 || x == w - 1 || y == h - 1);
}

void golden_grid(struct pmpp_case *c) {
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
void update_grid(struct pmpp_case *c, int arg, int64_t i, uint64_t old) {
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

static inline bool on_face(const struct pmpp_case *c, int64_t x, int64_t y, int64_t z) {
  const int64_t *n = c->spec->size;
  return x == 0 || y == 0 || z == 0 || x == n[0] - 1 || y == n[1] - 1 || z == n[2] - 1;
}

void golden_box(struct pmpp_case *c) {
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

void update_box(struct pmpp_case *c, int arg, int64_t i, uint64_t old) {
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

void golden_layer(struct pmpp_case *c) {
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

void update_layer(struct pmpp_case *c, int arg, int64_t i, uint64_t old) {
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
