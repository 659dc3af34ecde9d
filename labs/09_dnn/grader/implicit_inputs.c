// Task 8: its cases and inputs.
#include "implicit.h"
#include <math.h>
#include <string.h>

// ---- cases ------------------------------------------------------------------------------------------------

static const struct layer layers[] = {
    {1, 1, 1, 1, 1, 0},
    {1, 1, 3, 4, 1, 1},
    {2, 1, 4, 6, 2, 1},
    {1, 2, 5, 5, 3, 1},
    {1, 3, 7, 9, 5, 2},
    {3, 5, 9, 7, 4, 1},
    {1, 2, 3, 3, 2, 3},
    {2, 4, 16, 16, 33, 0},
    {1, 9, 8, 8, 65, 1},
    {1, 2, 1, 130, 17, 1},
    {2, 6, 11, 13, 10, 1},
    {2, 3, 5, 5, 0, 1},
    {0, 3, 5, 5, 2, 1},
    {2, 8, 16, 16, 64, 1},
    {64, 64, 56, 56, 64, 1},
    {1, 9, 3, 5, 2, 7},
    {65537, 1, 1, 1, 1, 0},
    {2, 3, 6, 5, 3, 1},
    {1, 291, 2, 2, 1, 7},
    {8, 8, 26, 28, 130, 1},
    {8, 16, 26, 28, 130, 0},
    // no case's own: fewer pictures of the timed one, for the modelled time (grading/model)
    {6, 64, 56, 56, 64, 1},
    {7, 64, 56, 56, 64, 1},
    {8, 64, 56, 56, 64, 1},
    {1, 8, 6, 5, 66, 1},
    {8, 16, 28, 27, 130, 0},
    {8, 12, 26, 28, 130, 0}};

enum { BOTH = PMPP_ON_EMU | PMPP_ON_GPU };

const struct pmpp_case_spec implicit_cases[] = {
    {"1 picture 1 x 1, 1 filter 1 x 1", {0}, WHOLE, BOTH},
    {"1 picture 3 x 4, 1 filter 3 x 3", {1}, WHOLE, BOTH},
    {"2 pictures 4 x 6, 2 filters 3 x 3", {2}, WHOLE, BOTH},
    {"1 picture 5 x 5, 2 channels, 3 filters 3 x 3", {3}, WHOLE, BOTH},
    {"1 picture 7 x 9, 3 channels, 5 filters 5 x 5", {4}, WHOLE, BOTH},
    {"3 pictures 9 x 7, 5 channels, 4 filters 3 x 3", {5}, WHOLE, BOTH},
    {"1 picture 3 x 3, 2 channels, 2 filters 7 x 7", {6}, WHOLE, BOTH},
    {"2 pictures 16 x 16, 4 channels, 33 filters 1 x 1", {7}, WHOLE, BOTH},
    {"1 picture 8 x 8, 9 channels, 65 filters 3 x 3", {8}, WHOLE, BOTH},
    {"1 picture 1 x 130, 2 channels, 17 filters 3 x 3", {9}, WHOLE, BOTH},
    {"2 pictures 11 x 13, 6 channels, 10 filters 3 x 3, real numbers", {10}, REAL, BOTH},
    {"no filter", {11}, WHOLE, BOTH},
    {"no picture", {12}, WHOLE, BOTH},
    {"2 pictures 16 x 16, 8 channels, 64 filters 3 x 3", {13}, REAL, BOTH | PMPP_GATED},
    {"8 pictures 26 x 28, 16 channels, 130 filters 1 x 1, many tiles", {20}, REAL, BOTH},
    {"8 pictures 26 x 28, 8 channels, 130 filters 3 x 3, many tiles", {19}, REAL, BOTH},
    {"8 pictures 28 x 27, 16 channels, 130 filters 1 x 1, many tiles", {25}, REAL, BOTH},
    {"8 pictures 26 x 28, 12 channels, 130 filters 1 x 1, many tiles", {26}, REAL, BOTH},
    {"64 pictures 56 x 56, 64 channels, 64 filters 3 x 3", {14}, REAL, PMPP_TIMED},
    {"1 picture 3 x 5, 2 filters 15 x 15, more than 2000 taps", {15}, WHOLE, BOTH},
    {"65537 pictures 1 x 1, 1 filter 1 x 1", {16}, WHOLE, PMPP_ON_GPU},
    {"2 pictures 6 x 5, 3 filters 3 x 3, one element is NaN", {17}, WITH_NAN, BOTH},
    {"6 x 5, 8 channels, 66 filters 3 x 3, one element is infinite", {24}, WITH_INF, BOTH},
    {"1 picture 2 x 2, 291 channels, 1 filter 15 x 15", {18}, WHOLE, PMPP_ON_GPU},
};

const struct layer *layer_of(const struct pmpp_case *c) {
  return &layers[c->spec->size[0]];
}

int64_t side_of(const struct layer *l) {
  return 2 * l->radius + 1;
}

int64_t depth_of(const struct layer *l) {
  return l->channels * side_of(l) * side_of(l);
}

int64_t pixels_of(const struct layer *l) {
  return l->height * l->width;
}

// ---- inputs -----------------------------------------------------------------------------------------------

static struct pmpp_buf *numbers(struct pmpp_case *c, const char *name, int64_t count) {
  struct pmpp_buf *b = pmpp_add(c, name, PMPP_IN, PMPP_F32, count);
  uint64_t seed = c->seed + (uint64_t)c->n_bufs;
  if (c->spec->variant != REAL) pmpp_fill_whole_f32(b->data, count, -8, 8, seed);
  if (c->spec->variant == REAL) pmpp_fill_f32(b->data, count, -1, 1, seed);
  return b;
}

void make_implicit(struct pmpp_case *c) {
  const struct layer *l = layer_of(c);
  const int64_t param[] = {l->pictures, l->channels, l->height, l->width, l->filters, l->radius};
  struct pmpp_buf *in = numbers(c, "in", l->pictures * l->channels * pixels_of(l));
  in->columns = l->width;
  // At a corner, which padding may take for what lies outside.
  if (c->spec->variant == WITH_NAN) put(in, 0, NAN);
  if (c->spec->variant == WITH_INF) put(in, 0, INFINITY);
  numbers(c, "filter", l->filters * depth_of(l))->columns = side_of(l);
  struct pmpp_buf *out = pmpp_add(c, "out", PMPP_OUT, PMPP_F32, l->pictures * l->filters * pixels_of(l));
  out->columns = out->plane[1] = l->width;
  out->plane[0] = l->height;
  memcpy(c->param, param, sizeof param);
  c->floor_bytes = 4.0 * (double)(c->buf[IN].arg.count + c->buf[FILTER].arg.count + c->buf[OUT].arg.count);
  c->floor_ops = 2 * (double)c->buf[OUT].arg.count * (double)depth_of(l);
}
