// Lab 01's golden results, and how far a result may be from them.
#include "parts.h"

void exact(struct pmpp_buf *y, const char *why) {
  y->abs_bound = y->rel_bound = 0;
  y->bound_text = why;
}

// ---- 1 to 4: c = a + b; size: n, then the task's own ------------------------------------------------------

void update_add(struct pmpp_case *c, int arg, int64_t i, uint64_t old) {
  (void)arg, (void)old;
  const float *a = c->buf[0].data, *b = c->buf[1].data;
  double *y = c->buf[2].golden;
  float sum = a[i] + b[i];
  y[i] = sum;
}

void golden_add(struct pmpp_case *c) {
  for (int64_t i = 0; i < c->buf[2].arg.count; i++) update_add(c, 0, i, 0);
}

void golden_add_host(struct pmpp_case *c) {
  enum { ERROR_MEMORY_ALLOCATION = 2 }; // cudaErrorMemoryAllocation
  golden_add(c);
  *(int32_t *)c->buf[3].golden = c->spec->size[1] ? ERROR_MEMORY_ALLOCATION : 0;
}

// ---- 5: RGB to gray; size: width, height ------------------------------------------------------------------

static void gray_pixel(struct pmpp_case *c, int64_t i) {
  const uint8_t *p = (const uint8_t *)c->buf[0].data + 3 * i;
  ((uint8_t *)c->buf[1].golden)[i] = (uint8_t)((77 * p[0] + 150 * p[1] + 29 * p[2] + 128) / 256);
}

void update_gray(struct pmpp_case *c, int arg, int64_t i, uint64_t old) {
  (void)arg, (void)old;
  gray_pixel(c, i / 3);
}

void golden_gray(struct pmpp_case *c) {
  for (int64_t i = 0; i < c->buf[1].arg.count; i++) gray_pixel(c, i);
}

// ---- 6: y = relu(x + 1); size: n, bytes past a boundary ---------------------------------------------------

void update_relu(struct pmpp_case *c, int arg, int64_t i, uint64_t old) {
  (void)arg, (void)old;
  const float *x = c->buf[0].data;
  double *y = c->buf[1].golden;
  float t = x[i] + 1.0f;
  y[i] = t < 0 ? 0 : t; // false for NaN, which stays
}

void golden_relu(struct pmpp_case *c) {
  for (int64_t i = 0; i < c->buf[1].arg.count; i++) update_relu(c, 0, i, 0);
}

// ---- 7: kinetic energy; size: n ---------------------------------------------------------------------------

void update_energy(struct pmpp_case *c, int arg, int64_t i, uint64_t old) {
  (void)arg, (void)old;
  double m = ((float *)c->buf[MASS].data)[i], x = ((float *)c->buf[VX].data)[i];
  double y = ((float *)c->buf[VY].data)[i], z = ((float *)c->buf[VZ].data)[i];
  ((double *)c->buf[ENERGY].golden)[i] = m * (x * x + y * y + z * z) / 2;
}

void golden_energy(struct pmpp_case *c) {
  for (int64_t i = 0; i < c->buf[ENERGY].arg.count; i++) update_energy(c, 0, i, 0);
}
