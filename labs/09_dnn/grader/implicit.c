// Task 8: its cases, inputs, golden results, gates and likely mistakes.
#include "gates.h"
#include "parts.h"
#include "base/parallel.h"
#include "base/text.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { IN, FILTER, OUT };

// ---- cases ------------------------------------------------------------------------------------------------

static const struct layer {
  int64_t pictures, channels, height, width, filters;
  int radius;
} layers[] = {{1, 1, 1, 1, 1, 0},
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
              {1, 8, 6, 5, 66, 1}};

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
    {"64 pictures 56 x 56, 64 channels, 64 filters 3 x 3", {14}, REAL, PMPP_TIMED},
    {"1 picture 3 x 5, 2 filters 15 x 15, more than 2000 taps", {15}, WHOLE, BOTH},
    {"65537 pictures 1 x 1, 1 filter 1 x 1", {16}, WHOLE, PMPP_ON_GPU},
    {"2 pictures 6 x 5, 3 filters 3 x 3, one element is NaN", {17}, WITH_NAN, BOTH},
    {"6 x 5, 8 channels, 66 filters 3 x 3, one element is infinite", {24}, WITH_INF, BOTH},
    {"1 picture 2 x 2, 291 channels, 1 filter 15 x 15", {18}, WHOLE, PMPP_ON_GPU},
};

static const struct layer *layer_of(const struct pmpp_case *c) {
  return &layers[c->spec->size[0]];
}

static int64_t side_of(const struct layer *l) {
  return 2 * l->radius + 1;
}

static int64_t depth_of(const struct layer *l) { // the taps of a filter
  return l->channels * side_of(l) * side_of(l);
}

static int64_t pixels_of(const struct layer *l) {
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

// ---- golden results ---------------------------------------------------------------------------------------

// What a mistake changes: taps turned round or transposed, what lies outside, how many taps there are.
struct twist {
  bool turned, transposed, nearest, runs_on, filters_first;
  int64_t taps;
};

static int64_t inside(int64_t i, int64_t n) {
  return i < 0 ? 0 : i >= n ? n - 1 : i;
}

// Tap k of a filter as it meets pixel (y, x) of a picture: the input's index, or -1 outside.
static int64_t met(const struct layer *l, const struct twist *t, int64_t picture, int64_t y, int64_t x,
                   int64_t k) {
  int64_t side = side_of(l), channel = k / (side * side), ky = k / side % side, kx = k % side;
  if (t->turned) ky = side - 1 - ky, kx = side - 1 - kx;
  if (t->transposed) ky = k % side, kx = k / side % side;
  y += ky - l->radius, x += kx - l->radius;
  if (t->nearest) y = inside(y, l->height), x = inside(x, l->width);
  int64_t plane = (picture * l->channels + channel) * pixels_of(l), at = y * l->width + x;
  if (t->runs_on) return at < 0 || at >= pixels_of(l) ? -1 : plane + at;
  return y < 0 || x < 0 || y >= l->height || x >= l->width ? -1 : plane + at;
}

// One of a pixel's inputs, and the tap that it meets. What lies outside adds nothing.
struct meeting {
  int64_t tap;
  double value;
};

// A pixel's inputs are the same for all filters: they are looked up once. Returns their number, at most that of the taps.
static int64_t look_up(const struct pmpp_case *c, const struct twist *t, int64_t picture, int64_t pixel,
                       struct meeting *found) {
  const struct layer *l = layer_of(c);
  const float *in = c->buf[IN].data;
  int64_t depth = depth_of(l), n = 0;
  for (int64_t k = 0; k < depth && k < t->taps; k++) {
    int64_t from = met(l, t, picture, pixel / l->width, pixel % l->width, k);
    if (from >= 0) found[n++] = (struct meeting){k, in[from]};
  }
  return n;
}

// Whole numbers: all sums are exact. Otherwise each product is rounded at most depth times on its way into the sum (Higham,
// Accuracy and Stability of Numerical Algorithms, section 3.1).
static void all_filters(struct pmpp_case *c, const struct twist *t, int64_t picture, int64_t pixel,
                        struct meeting *found) {
  const struct layer *l = layer_of(c);
  int64_t depth = depth_of(l), n = look_up(c, t, picture, pixel, found);
  double *golden = c->buf[OUT].golden, *bound = pmpp_bounds(&c->buf[OUT]);
  for (int64_t f = 0; f < l->filters; f++) {
    const float *taps = (const float *)c->buf[FILTER].data + f * depth;
    double sum = 0, sizes = 0;
    for (int64_t k = 0; k < n; k++) {
      double product = taps[found[k].tap] * found[k].value;
      sum += product, sizes += fabs(product);
    }
    int64_t line = t->filters_first ? f * l->pictures + picture : picture * l->filters + f;
    golden[line * pixels_of(l) + pixel] = sum;
    bound[line * pixels_of(l) + pixel] =
        c->spec->variant == REAL ? 1.01 * (double)depth * (FLT_EPSILON / 2) * sizes : 0;
  }
}

struct outputs {
  struct pmpp_case *c;
  const struct twist *t;
};

static void some_pixels(void *context, int64_t begin, int64_t end) {
  const struct outputs *o = context;
  const struct layer *l = layer_of(o->c);
  struct meeting *found = must_alloc((size_t)depth_of(l) * sizeof *found);
  for (int64_t i = begin; i < end; i++) all_filters(o->c, o->t, i / pixels_of(l), i % pixels_of(l), found);
  free(found);
}

static void twisted(struct pmpp_case *c, struct twist t) {
  c->buf[OUT].bound_text = c->spec->variant == REAL ? "1.01 taps 2^-24 sum|tap x|"
                                                    : "0: every product and every partial sum is exact";
  const struct layer *l = layer_of(c);
  if (t.taps <= 0) t.taps += depth_of(l);
  pmpp_bounds(&c->buf[OUT]);
  parallel_for(l->pictures * pixels_of(l), 256, some_pixels, &(struct outputs){c, &t});
}

void golden_implicit(struct pmpp_case *c) {
  twisted(c, (struct twist){.taps = 0});
}

// An element of the input changes the outputs near it.
void update_implicit(struct pmpp_case *c, int arg, int64_t i, uint64_t old) {
  (void)old;
  const struct layer *l = layer_of(c);
  const struct twist none = {.taps = depth_of(l)};
  int64_t pixels = pixels_of(l), y = i / l->width % l->height, x = i % l->width;
  if (arg != IN) return;
  struct meeting *found = must_alloc((size_t)depth_of(l) * sizeof *found);
  for (int64_t row = y - l->radius; row <= y + l->radius; row++)
    for (int64_t at = x - l->radius; at <= x + l->radius; at++)
      if (row == inside(row, l->height) && at == inside(at, l->width))
        all_filters(c, &none, i / pixels / l->channels, row * l->width + at, found);
  free(found);
}

// ---- gates ------------------------------------------------------------------------------------------------

static double reads_all(const struct pmpp_case *c) {
  return 4 * (double)c->buf[IN].arg.count;
}

// Tiles of side x side outputs: D taps for each of their pixels and of their filters.
static double bytes_of_tiles(const struct pmpp_case *c, double side) {
  const struct layer *l = layer_of(c);
  double columns = (double)(l->pictures * pixels_of(l)), filters = (double)l->filters;
  return 4 * (double)depth_of(l) * (columns * ceil(filters / side) + filters * ceil(columns / side)) +
         4 * columns * filters;
}

static double bytes_16(const struct pmpp_case *c) {
  return bytes_of_tiles(c, 16);
}

static double bytes_64(const struct pmpp_case *c) {
  return bytes_of_tiles(c, 64);
}

static double compulsory(const struct pmpp_case *c) {
  return 1.02 * c->floor_bytes;
}

const struct pmpp_gate gates_8[] = {
    {EMU_global_load_bytes, PMPP_AT_LEAST, reads_all, 0,
     "4 n c h w: the kernels themselves read the pictures",
     "the kernels do not read the pictures: let them compute the result, not the host"},
    {EMU_global_bytes_touched, PMPP_AT_MOST, compulsory, 0,
     "1.02 x every input and every output once: no other memory is used",
     "do not store the unfolded matrix: compute where its element [tap][pixel] lies in the pictures, and "
     "load that"},
    GATE_BYTES(bytes_16,
               "4 D (P ceil(F / 16) + F ceil(P / 16)) + 4 F P, where D = c (2r + 1)^2, P = n h w, F = "
               "filters: tiles "
               "of 16 x 16",
               "multiply in tiles: load 16 taps of 16 filters and of 16 pixels into shared memory, use each "
               "16 times"),
    {EMU_load_efficiency, PMPP_AT_LEAST, NULL, 0.5,
     "0.5: half of each loaded sector is asked for; 16 neighbouring pixels that begin anywhere are 2/3 of "
     "three",
     "let neighbouring lanes load neighbouring pixels, and neighbouring taps of a filter"},
    GATE_BALANCE,
    {EMU_global_bytes, PMPP_AT_MOST, bytes_64, 0,
     "4 D (P ceil(F / 64) + F ceil(P / 64)) + 4 F P: tiles of 64 x 64",
     "let a thread have 4 x 4 outputs: an element in shared memory serves four of them", "a tile of 64 x 64",
     2},
};

// ---- mistakes ---------------------------------------------------------------------------------------------

static void turned_round(struct pmpp_case *c) {
  twisted(c, (struct twist){.turned = true});
}

static void transposed(struct pmpp_case *c) {
  twisted(c, (struct twist){.transposed = true});
}

static void nearest(struct pmpp_case *c) {
  twisted(c, (struct twist){.nearest = true});
}

static void runs_on(struct pmpp_case *c) {
  twisted(c, (struct twist){.runs_on = true});
}

static void filters_first(struct pmpp_case *c) {
  twisted(c, (struct twist){.filters_first = true});
}

static void whole_steps_of_16(struct pmpp_case *c) {
  twisted(c, (struct twist){.taps = -(depth_of(layer_of(c)) % 16)});
}

static void last_channel(struct pmpp_case *c) {
  const struct layer *l = layer_of(c);
  twisted(c, (struct twist){.taps = -(depth_of(l) / l->channels)});
}

const struct pmpp_mistake implicit_mistakes[7] = {
    {"the filters are turned round: tap (ky, kx) meets the pixel at (y - radius + ky, x - radius + kx)",
     turned_round},
    {"rows and columns of the filters' taps are exchanged", transposed},
    {"outside of a picture its edge goes on: it has to be 0 there", nearest},
    {"left and right of a picture the rows before and after it are read: outside of its edges are zeros",
     runs_on},
    {"the index of an output is [filter][picture][y][x]: in out the pictures come before the filters",
     filters_first},
    {"the last, partial step of the taps is left out: the depth is no multiple of 16", whole_steps_of_16},
    {"the last channel is left out", last_channel},
};
