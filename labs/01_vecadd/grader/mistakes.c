// Lab 01's likely mistakes, and what comes of them.
#include "parts.h"

// ---- 5: RGB to gray ---------------------------------------------------------------------------------------

static void gray_with(struct pmpp_case *c, int64_t stride, int red, int blue, bool one_division) {
  const uint8_t *in = c->buf[0].data;
  uint8_t *gray = c->buf[1].golden;
  golden_gray(c);
  for (int64_t i = 0; i < c->buf[1].arg.count; i++) {
    const uint8_t *p = in + stride * i;
    int r = 77 * p[red], g = 150 * p[1], b = 29 * p[blue];
    gray[i] = (uint8_t)(one_division ? (r + g + b + 128) / 256 : r / 256 + g / 256 + b / 256);
  }
}

static void stride_of_one(struct pmpp_case *c) {
  gray_with(c, 1, 0, 2, true);
}

static void divided_apart(struct pmpp_case *c) {
  gray_with(c, 3, 0, 2, false);
}

static void red_for_blue(struct pmpp_case *c) {
  gray_with(c, 3, 2, 0, true);
}

static void not_rounded(struct pmpp_case *c) {
  golden_gray(c);
  for (int64_t i = 0; i < c->buf[1].arg.count; i++) {
    const uint8_t *p = (const uint8_t *)c->buf[0].data + 3 * i;
    ((uint8_t *)c->buf[1].golden)[i] = (uint8_t)((77 * p[0] + 150 * p[1] + 29 * p[2]) / 256);
  }
}

const struct pmpp_mistake gray_mistakes[4] = {
    {"pixel i is taken from byte i on: a pixel has three bytes, it begins at 3 i", stride_of_one},
    {"each product is divided by 256 by itself: add up first, and 128, then divide once", divided_apart},
    {"red and blue are exchanged: a pixel's bytes are R, G, B", red_for_blue},
    {"128 is not added before the division: the result is rounded down, not to the nearest", not_rounded},
};

// ---- 6: y = relu(x + 1) -----------------------------------------------------------------------------------

static void maximum_first(struct pmpp_case *c) {
  const float *x = c->buf[0].data;
  double *y = c->buf[1].golden;
  golden_relu(c);
  for (int64_t i = 0; i < c->buf[1].arg.count; i++) y[i] = (x[i] < 0 ? 0 : x[i]) + 1.0f;
}

static void nothing_added(struct pmpp_case *c) {
  const float *x = c->buf[0].data;
  double *y = c->buf[1].golden;
  golden_relu(c);
  for (int64_t i = 0; i < c->buf[1].arg.count; i++) y[i] = x[i] < 0 ? 0 : x[i];
}

static void no_maximum(struct pmpp_case *c) {
  const float *x = c->buf[0].data;
  double *y = c->buf[1].golden;
  golden_relu(c);
  for (int64_t i = 0; i < c->buf[1].arg.count; i++) y[i] = x[i] + 1.0f;
}

const struct pmpp_mistake relu_mistakes[3] = {
    {"1 is added after the maximum: max(x + 1, 0), not max(x, 0) + 1", maximum_first},
    {"the maximum is taken of x: 1 is not added", nothing_added},
    {"values below 0 stay: the maximum with 0 is missing", no_maximum},
};

// ---- 7: kinetic energy ------------------------------------------------------------------------------------

// The three products are those of component k and component of[k].
static void energy_of(struct pmpp_case *c, const int left[3], const int right[3]) {
  double *energy = c->buf[ENERGY].golden;
  golden_energy(c);
  for (int64_t i = 0; i < c->buf[ENERGY].arg.count; i++) {
    double sum = 0;
    for (int k = 0; k < 3; k++)
      sum += (double)((const float *)c->buf[left[k]].data)[i] * ((const float *)c->buf[right[k]].data)[i];
    energy[i] = ((const float *)c->buf[MASS].data)[i] * sum / 2;
  }
}

// Of the squares of vx, vy and vz, `at` is that of `other`, or the product of the two.
#define SLIP(name, at, left_of, right_of)                                                                    \
  static void name(struct pmpp_case *c) {                                                                    \
    int left[3] = {VX, VY, VZ}, right[3] = {VX, VY, VZ};                                                     \
    left[at] = left_of, right[at] = right_of;                                                                \
    energy_of(c, left, right);                                                                               \
  }
SLIP(xy_for_x, 0, VX, VY)
SLIP(xz_for_x, 0, VX, VZ)
SLIP(xy_for_y, 1, VX, VY)
SLIP(yz_for_y, 1, VY, VZ)
SLIP(xz_for_z, 2, VX, VZ)
SLIP(yz_for_z, 2, VY, VZ)
SLIP(y_for_x, 0, VY, VY)
SLIP(x_for_y, 1, VX, VX)
SLIP(x_for_z, 2, VX, VX)
SLIP(y_for_z, 2, VY, VY)

const struct pmpp_mistake energy_mistakes[10] = {
    {"vx * vy stands where vx * vx should", xy_for_x}, {"vx * vz stands where vx * vx should", xz_for_x},
    {"vx * vy stands where vy * vy should", xy_for_y}, {"vy * vz stands where vy * vy should", yz_for_y},
    {"vx * vz stands where vz * vz should", xz_for_z}, {"vy * vz stands where vz * vz should", yz_for_z},
    {"vy * vy stands where vx * vx should", y_for_x},  {"vx * vx stands where vy * vy should", x_for_y},
    {"vx * vx stands where vz * vz should", x_for_z},  {"vy * vy stands where vz * vz should", y_for_z},
};
