// Task 8: its golden results, gates and likely mistakes.
#include "implicit.h"
#include "gates.h"
#include "base/parallel.h"
#include "base/text.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>

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
    {"the last, partial step of the taps is left out: the depth is not a multiple of 16", whole_steps_of_16},
    {"the last channel is left out", last_channel},
};
