// Lab 03's inputs and the arguments of each case.
#include "parts.h"
#include <string.h>

// ---- inputs -----------------------------------------------------------------------------------------------

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

// A timed sample changes elements of the input, never taps: one element has few readers, a tap has all
// outputs.
uint64_t patch_value(const struct pmpp_case *c, int arg, int64_t i, uint64_t random) {
  const uint32_t *x = c->buf[arg].data;
  return arg == 0 ? x[random % (uint64_t)c->buf[0].arg.count] : x[i];
}

// ---- tasks 1 to 3: size = {n, radius}; in, filter, out ----------------------------------------------------

void make_line(struct pmpp_case *c) {
  int64_t n = c->spec->size[0], radius = c->spec->size[1], taps = 2 * radius + 1;
  fill_elements(pmpp_add(c, "in", PMPP_IN, PMPP_F32, n), c->spec->variant, c->seed);
  fill_taps(pmpp_add(c, "filter", PMPP_IN, PMPP_F32, taps), c->spec->variant, c->seed);
  pmpp_add(c, "out", PMPP_OUT, PMPP_F32, n);
  c->param[0] = n;
  c->param[1] = radius;
  c->floor_bytes = 8.0 * n + 4.0 * taps;
  c->floor_ops = 2.0 * n * taps;
}

// ---- tasks 4 and 5: size = {width, height, radius, mode}; in, filter, out ---------------------------------

void make_picture(struct pmpp_case *c) {
  int64_t w = c->spec->size[0], h = c->spec->size[1], radius = c->spec->size[2];
  int64_t taps = (2 * radius + 1) * (2 * radius + 1);
  fill_elements(pmpp_add(c, "in", PMPP_IN, PMPP_F32, w * h), c->spec->variant, c->seed);
  fill_taps(pmpp_add(c, "filter", PMPP_IN, PMPP_F32, taps), c->spec->variant, c->seed);
  pmpp_add(c, "out", PMPP_OUT, PMPP_F32, w * h)->columns = w;
  memcpy(c->param, c->spec->size, sizeof c->spec->size);
  c->floor_bytes = 8.0 * w * h + 4.0 * taps;
  c->floor_ops = 2.0 * w * h * taps;
}

// ---- task 6: size = {width, height, radius}; in, filters, scratch, out ------------------------------------

void make_separable(struct pmpp_case *c) {
  int64_t w = c->spec->size[0], h = c->spec->size[1], taps = 2 * c->spec->size[2] + 1;
  fill_elements(pmpp_add(c, "in", PMPP_IN, PMPP_F32, w * h), c->spec->variant, c->seed);
  fill_taps(pmpp_add(c, "filters", PMPP_IN, PMPP_F32, 2 * taps), c->spec->variant, c->seed);
  pmpp_add(c, "scratch", PMPP_SCRATCH, PMPP_F32, w * h);
  pmpp_add(c, "out", PMPP_OUT, PMPP_F32, w * h)->columns = w;
  memcpy(c->param, c->spec->size, sizeof c->spec->size);
  c->floor_bytes = 8.0 * w * h + 8.0 * taps;
  c->floor_ops = 4.0 * w * h * taps;
}

// ---- task 7: size = {width, height, steps, edges}; in, scratch, out ---------------------------------------

// Whole numbers with k = 1/8: s steps need 6 + 3 s bits, and what is added up on the way 3 more at most;
// exact up to 5 steps. Real numbers with k <= 1/4: in a step the cells add up to at most 8 max|x| on the way,
// in 5 additions, times k; with the multiplication and the last addition that is 13 2^-24 max|x|; a step does
// not enlarge older errors.
void make_grid(struct pmpp_case *c) {
  int64_t w = c->spec->size[0], h = c->spec->size[1];
  fill_elements(pmpp_add(c, "in", PMPP_IN, PMPP_F32, w * h), c->spec->variant, c->seed);
  pmpp_add(c, "scratch", PMPP_SCRATCH, PMPP_F32, w * h);
  pmpp_add(c, "out", PMPP_OUT, PMPP_F32, w * h)->columns = w;
  memcpy(c->param, c->spec->size, sizeof c->spec->size);
  c->real[0] = c->spec->variant == REAL ? 0.2f : 0.125f;
  c->floor_bytes = 8.0 * w * h;
  c->floor_ops = 7.0 * w * h * c->spec->size[2];
}

// ---- task 8: size = {nx, ny, nz}; in, out -----------------------------------------------------------------

// Real numbers with k <= 1/6: 7 additions of at most 12 max|x|, times k, and 3 more roundings: 17 2^-24
// max|x|.
void make_box(struct pmpp_case *c) {
  int64_t n = c->spec->size[0] * c->spec->size[1] * c->spec->size[2];
  fill_elements(pmpp_add(c, "in", PMPP_IN, PMPP_F32, n), c->spec->variant, c->seed);
  struct pmpp_buf *out = pmpp_add(c, "out", PMPP_OUT, PMPP_F32, n);
  out->plane[0] = c->spec->size[1], out->plane[1] = c->spec->size[0];
  memcpy(c->param, c->spec->size, sizeof c->spec->size);
  c->real[0] = c->spec->variant == REAL ? 0.15f : 0.125f;
  c->floor_bytes = 8.0 * n;
  c->floor_ops = 9.0 * n;
}

// ---- task 9: size = {row of layers}; in, filter, scratch, out ---------------------------------------------

static const struct layer layers[] = {
    {1, 1, 1, 1, 1, 0},
    {1, 1, 4, 5, 1, 1},
    {1, 2, 4, 5, 1, 1},
    {1, 1, 4, 5, 3, 1},
    {2, 3, 5, 7, 5, 1},
    {3, 5, 2, 3, 7, 3},
    {2, 33, 7, 6, 35, 0},
    {0, 2, 4, 5, 3, 1},
    {2, 4, 7, 9, 6, 2},
    {2, 8, 16, 16, 32, 1},
    {17, 24, 29, 31, 40, 2},
    {64, 64, 56, 56, 64, 1},
    {2, 0, 4, 5, 3, 1},
    {2, 3, 0, 5, 3, 1},
    {2, 3, 4, 0, 3, 1},
    {2, 3, 4, 5, 0, 1},
    // no case's own: fewer pictures of the timed one, for the modelled time (grading/model)
    {1, 64, 56, 56, 64, 1},
    {2, 64, 56, 56, 64, 1},
    {3, 64, 56, 56, 64, 1},
    {2, 5, 33, 35, 33, 1},
    {1, 4, 46, 45, 70, 2},
    {1, 1, 46, 45, 34, 1},
    {1, 3, 46, 45, 34, 1},
};

const struct layer *layer_of(const struct pmpp_case *c) {
  return &layers[c->spec->size[0]];
}

void make_layer(struct pmpp_case *c) {
  const struct layer *l = layer_of(c);
  int64_t taps = (2 * l->radius + 1) * (2 * l->radius + 1), depth = l->c * taps,
          columns = (int64_t)l->n * l->h * l->w;
  fill_elements(pmpp_add(c, "in", PMPP_IN, PMPP_F32, l->c * columns), c->spec->variant, c->seed);
  fill_taps(pmpp_add(c, "filter", PMPP_IN, PMPP_F32, l->f * depth), c->spec->variant, c->seed);
  pmpp_add(c, "scratch", PMPP_SCRATCH, PMPP_F32, depth * columns);
  struct pmpp_buf *out = pmpp_add(c, "out", PMPP_OUT, PMPP_F32, l->f * columns);
  out->plane[0] = l->h, out->plane[1] = l->w;
  const int param[] = {l->n, l->c, l->h, l->w, l->f, l->radius};
  for (int i = 0; i < 6; i++) c->param[i] = param[i];
  c->floor_bytes = 4.0 * (l->c * columns + l->f * depth + l->f * columns);
  c->floor_ops = 2.0 * l->f * depth * columns;
}
