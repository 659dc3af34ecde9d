// Lab 01's inputs and the arguments of each case.
#include "parts.h"
#include <math.h>

// What goes wrong at the edges of the format: signed zeros, denormals, overflow, infinities, NaN; and round
// -1, where x + 1 changes its sign.
static const float special[] = {0.0f,        -0.0f,           1e-45f, -1e-45f,  1e-39f,  -1.17549421e-38f,
                                INFINITY,    -INFINITY,       NAN,    1.0f,     -1.0f,   1e-8f,
                                16777216.0f, 3.40282347e+38f, -1e38f, -1.0001f, -0.9999f};

static void fill(struct pmpp_case *c, struct pmpp_buf *x, float lo, float hi) {
  uint64_t state = c->seed + 0x9e3779b97f4a7c15u * (uint64_t)(x - c->buf + 1);
  float *p = x->data;
  if (c->spec->variant == WHOLE)
    pmpp_fill_whole_f32(p, x->arg.count, (int)(4 * lo), (int)(4 * hi), state);
  else
    pmpp_fill_f32(p, x->arg.count, lo, hi, state);
  if (c->spec->variant == SPECIAL)
    for (int64_t i = 0; i < x->arg.count; i += 2) p[i] = special[pmpp_random(&state) % COUNT(special)];
}

// ---- 1 to 4: c = a + b; size: n, then the task's own ------------------------------------------------------

// An addition in fp32 is correctly rounded, on host and device alike: the result is the golden one exactly.
void make_add(struct pmpp_case *c) {
  int64_t n = c->spec->size[0];
  struct pmpp_buf *a = pmpp_add(c, "a", PMPP_IN, PMPP_F32, n);
  struct pmpp_buf *b = pmpp_add(c, "b", PMPP_IN, PMPP_F32, n);
  struct pmpp_buf *y = pmpp_add(c, "c", PMPP_OUT, PMPP_F32, n);
  fill(c, a, -100, 100);
  fill(c, b, -100, 100);
  exact(y, "0: an addition is correctly rounded");
  c->param[0] = n;
  c->floor_bytes = 12.0 * n;
  c->floor_ops = n;
}

// size[1]: 0, or an n that no device has room for; the arrays are empty then, for nobody gets to read them.
void make_add_host(struct pmpp_case *c) {
  make_add(c);
  if (c->spec->size[1]) c->param[0] = c->spec->size[1];
  pmpp_add(c, "returned", PMPP_OUT, PMPP_I32, 1);
  for (int k = 0; k < c->n_bufs; k++) c->buf[k].arg.place = PMPP_HOST;
}

void make_add_blocks(struct pmpp_case *c) { // size[1]: the blocks allowed
  make_add(c);
  c->param[1] = c->spec->size[1];
}

void make_add_misaligned(struct pmpp_case *c) { // size[1..3]: bytes past a boundary of a, b, c
  make_add(c);
  for (int k = 0; k < 3; k++) c->buf[k].arg.misalign = (uint32_t)c->spec->size[1 + k];
}

// ---- 5: RGB to gray; size: width, height ------------------------------------------------------------------

void make_gray(struct pmpp_case *c) {
  int64_t width = c->spec->size[0], height = c->spec->size[1], n = width * height;
  struct pmpp_buf *rgb = pmpp_add(c, "rgb", PMPP_IN, PMPP_U8, 3 * n);
  pmpp_add(c, "gray", PMPP_OUT, PMPP_U8, n)->columns = width;
  uint8_t *p = rgb->data;
  pmpp_fill_u8(p, 3 * n, c->seed);
  if (c->spec->variant == SPECIAL)
    for (int64_t i = 0; i < 3 * n; i++) p[i] = p[i] < 128 ? 0 : 255;
  c->param[0] = width;
  c->param[1] = height;
  c->floor_bytes = 4.0 * n;
  c->floor_ops = 6.0 * n;
}

// ---- 6: y = relu(x + 1); size: n, bytes past a boundary ---------------------------------------------------

void make_relu(struct pmpp_case *c) {
  int64_t n = c->spec->size[0];
  struct pmpp_buf *x = pmpp_add(c, "x", PMPP_IN, PMPP_F32, n);
  struct pmpp_buf *y = pmpp_add(c, "y", PMPP_OUT, PMPP_F32, n);
  x->arg.misalign = y->arg.misalign = (uint32_t)c->spec->size[1];
  fill(c, x, -4, 4);
  exact(y, "0: x + 1 is correctly rounded, the maximum is exact");
  c->param[0] = n;
  c->floor_bytes = 8.0 * n;
  c->floor_ops = 2.0 * n;
}

// ---- 7: kinetic energy; size: n ---------------------------------------------------------------------------

enum { FIELDS = 8, FIELD_MASS = 3 }; // of struct particle, in floats: x y z mass vx vy vz charge

void make_energy(struct pmpp_case *c) {
  static const char *const name[] = {"structs", "mass", "vx", "vy", "vz"};
  int64_t n = c->spec->size[0];
  bool timed_only = !(c->spec->where & BOTH);
  pmpp_add(c, name[STRUCTS], PMPP_IN, PMPP_F32, timed_only ? 0 : FIELDS * n);
  for (int k = MASS; k <= VZ; k++) pmpp_add(c, name[k], PMPP_IN, PMPP_F32, n);
  pmpp_add(c, "energy", PMPP_OUT, PMPP_F32, n);
  for (int k = MASS; k <= VZ; k++) {
    float *x = c->buf[k].data;
    fill(c, &c->buf[k], k == MASS ? 0.5f : -4, k == MASS ? 8 : 4);
    for (int64_t i = 0; i < n && c->spec->variant == SPECIAL;
         i++) // only what no order of multiplying changes
      if (isfinite(x[i])) x[i] = k == MASS ? 1 + i % 7 : 1 + i % 5;
  }
  float *s = c->buf[STRUCTS].data;
  if (!timed_only) pmpp_fill_f32(s, FIELDS * n, -1, 1, c->seed);
  for (int k = MASS; k <= VZ && !timed_only; k++)
    for (int64_t i = 0; i < n; i++) s[FIELDS * i + FIELD_MASS + k - MASS] = ((float *)c->buf[k].data)[i];

  // No term is negative, so relative errors do not grow: a square, two additions and the product with the
  // mass are 4 roundings of at most u = 2^-24 each (halving is exact, contraction into an FMA only removes
  // some), also when the mass is multiplied in first. Whole numbers as small as these give no rounding at
  // all.
  const double u = 0x1p-24;
  struct pmpp_buf *e = &c->buf[ENERGY];
  if (c->spec->variant == WHOLE) {
    exact(e, "0: small whole numbers");
  } else {
    e->rel_bound = 4 * u / (1 - 4 * u);
    e->bound_text = "4 u / (1 - 4 u), u = 2^-24: four roundings, no cancellation";
  }
  c->param[0] = n;
  c->floor_bytes = 20.0 * n;
  c->floor_ops = 7.0 * n;
}
