// Lab 03's cases made of a student's picture: --image.
#include "parts.h"
#include <math.h>

// Makes the task's case for a picture of w x h and puts the grey values into its input.
static void from_picture(struct pmpp_case *c, const uint8_t *grey, struct pmpp_case_spec spec,
                         void (*make)(struct pmpp_case *c)) {
  static struct pmpp_case_spec kept;
  kept = spec;
  c->spec = &kept;
  make(c);
  float *in = c->buf[0].data;
  for (int64_t i = 0; i < c->buf[0].arg.count; i++) in[i] = grey[i];
}

static void scale_to_one(float *taps, int n) {
  double sum = sum_abs(taps, n);
  for (int i = 0; i < n; i++) taps[i] = (float)(taps[i] / sum);
}

// A disc, as a lens out of focus makes of each point.
static void disc(struct pmpp_case *c, const uint8_t *grey, int w, int h, int mode) {
  enum { RADIUS = 4, TAPS = 2 * RADIUS + 1 };
  from_picture(c, grey, (struct pmpp_case_spec){.label = "a picture", .size = {w, h, RADIUS, mode}},
               make_picture);
  float *taps = c->buf[1].data;
  for (int i = 0; i < TAPS * TAPS; i++) taps[i] = hypot(i % TAPS - RADIUS, i / TAPS - RADIUS) <= RADIUS + 0.5;
  scale_to_one(taps, TAPS * TAPS);
}

void picture_disc(struct pmpp_case *c, const uint8_t *grey, int w, int h) {
  disc(c, grey, w, h, CONV_ZERO);
}

void picture_disc_mirrored(struct pmpp_case *c, const uint8_t *grey, int w, int h) {
  disc(c, grey, w, h, CONV_MIRROR);
}

void picture_gauss(struct pmpp_case *c, const uint8_t *grey, int w, int h) {
  enum { RADIUS = CONV_MAX_RADIUS, TAPS = 2 * RADIUS + 1 };
  from_picture(c, grey, (struct pmpp_case_spec){.label = "a picture", .size = {w, h, RADIUS}},
               make_separable);
  float *taps = c->buf[1].data;
  for (int i = 0; i < 2 * TAPS; i++) taps[i] = (float)exp(-0.5 * pow((i % TAPS - RADIUS) / 3.0, 2));
  scale_to_one(taps, TAPS);
  scale_to_one(taps + TAPS, TAPS);
}

void picture_heat(struct pmpp_case *c, const uint8_t *grey, int w, int h) {
  from_picture(c, grey, (struct pmpp_case_spec){.label = "a picture", .size = {w, h, 24, CONV_FIXED}},
               make_grid);
}
