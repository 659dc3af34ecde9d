// Lab 03's likely mistakes, and what comes of them.
#include "parts.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

// Runs `golden` as for a case of other sizes.
static void as_if(struct pmpp_case *c, int place, int64_t size, void (*golden)(struct pmpp_case *c)) {
  const struct pmpp_case_spec *own = c->spec;
  struct pmpp_case_spec other = *own;
  other.size[place] = size;
  c->spec = &other;
  golden(c);
  c->spec = own;
}

static void turn_round(float *taps, int64_t n) {
  for (int64_t i = 0; i < n / 2; i++) {
    float t = taps[i];
    taps[i] = taps[n - 1 - i];
    taps[n - 1 - i] = t;
  }
}

static void transpose(float *taps, int side) {
  for (int y = 0; y < side; y++)
    for (int x = 0; x < y; x++) {
      float t = taps[y * side + x];
      taps[y * side + x] = taps[x * side + y];
      taps[x * side + y] = t;
    }
}

static void clear(float *taps, int64_t n, int64_t step) {
  for (int64_t i = 0; i < n; i++) taps[i * step] = 0;
}

#define TURNED_ROUND                                                                                         \
  "the filter is turned round: tap k belongs to the element k - radius further on, as conv.h says"
#define TRANSPOSED                                                                                           \
  "the filter is transposed: tap [ky][kx] belongs to the element ky - radius rows further down"

// ---- tasks 1 to 3: lines ----------------------------------------------------------------------------------

static void line_turned(struct pmpp_case *c) {
  turn_round(c->buf[1].data, c->buf[1].arg.count);
  golden_line(c);
}

static void line_last_tap(struct pmpp_case *c) {
  clear((float *)c->buf[1].data + c->buf[1].arg.count - 1, 1, 1);
  golden_line(c);
}

static void line_first_tap(struct pmpp_case *c) {
  clear(c->buf[1].data, 1, 1);
  golden_line(c);
}

const struct pmpp_mistake line_mistakes[3] = {
    {TURNED_ROUND, line_turned},
    {"the filter's last tap is left out: it has 2 radius + 1 taps", line_last_tap},
    {"the filter's first tap is left out: it has 2 radius + 1 taps", line_first_tap},
};

// ---- tasks 4 and 5: pictures ------------------------------------------------------------------------------

static int side_of(const struct pmpp_case *c) {
  return 2 * (int)c->spec->size[2] + 1;
}

static void picture_turned(struct pmpp_case *c) {
  turn_round(c->buf[1].data, c->buf[1].arg.count);
  golden_picture(c);
}

static void picture_transposed(struct pmpp_case *c) {
  transpose(c->buf[1].data, side_of(c));
  golden_picture(c);
}

static void picture_last_row(struct pmpp_case *c) {
  int side = side_of(c);
  clear((float *)c->buf[1].data + side * (side - 1), side, 1);
  golden_picture(c);
}

static void picture_last_column(struct pmpp_case *c) {
  int side = side_of(c);
  clear((float *)c->buf[1].data + side - 1, side, side);
  golden_picture(c);
}

#define OF_PICTURES                                                                                          \
  {TRANSPOSED, picture_transposed}, {TURNED_ROUND, picture_turned},                                          \
      {"the filter's last row of taps is left out: it has 2 radius + 1 rows", picture_last_row}, {           \
    "the filter's last column of taps is left out: it has 2 radius + 1 columns", picture_last_column         \
  }

const struct pmpp_mistake picture_mistakes[4] = {OF_PICTURES};

// The index that stands for place i; -1: a zero.
typedef int64_t placing(int64_t i, int64_t n, int mode);

static void placed(struct pmpp_case *c, placing *place, bool corners) {
  int64_t w = c->spec->size[0], h = c->spec->size[1], r = c->spec->size[2];
  int mode = (int)c->spec->size[3];
  const float *in = c->buf[0].data, *taps = c->buf[1].data;
  double *out = c->buf[2].golden;
  golden_picture(c); // for the bounds
  for (int64_t i = 0; i < w * h; i++) {
    double sum = 0;
    for (int64_t ky = 0; ky <= 2 * r; ky++)
      for (int64_t kx = 0; kx <= 2 * r; kx++) {
        int64_t y = i / w + ky - r, x = i % w + kx - r;
        bool corner = (y < 0 || y >= h) && (x < 0 || x >= w);
        int64_t row = place(y, h, mode), column = place(x, w, mode);
        if (row >= 0 && column >= 0 && (corners || !corner))
          sum += (double)taps[ky * (2 * r + 1) + kx] * in[row * w + column];
      }
    out[i] = sum;
  }
}

static int64_t edge_twice(int64_t i, int64_t n, int mode) {
  if (mode != CONV_MIRROR) return stands_for(i, n, mode);
  int64_t m = (i % (2 * n) + 2 * n) % (2 * n);
  return m < n ? m : 2 * n - 1 - m;
}

static int64_t one_reflection(int64_t i, int64_t n, int mode) {
  if (mode != CONV_MIRROR) return stands_for(i, n, mode);
  if (i < 0) i = -i;
  if (i >= n) i = 2 * (n - 1) - i;
  return i < 0 ? 0 : i >= n ? n - 1 : i;
}

static int64_t zeros_behind(int64_t i, int64_t n, int mode) {
  return i >= n ? -1 : stands_for(i, n, mode);
}

static int64_t zeros_before(int64_t i, int64_t n, int mode) {
  return i < 0 ? -1 : stands_for(i, n, mode);
}

static void with_edge_twice(struct pmpp_case *c) {
  placed(c, edge_twice, true);
}

static void with_one_reflection(struct pmpp_case *c) {
  placed(c, one_reflection, true);
}

static void with_zeros_behind(struct pmpp_case *c) {
  placed(c, zeros_behind, true);
}

static void with_zeros_before(struct pmpp_case *c) {
  placed(c, zeros_before, true);
}

static void without_corners(struct pmpp_case *c) {
  placed(c, stands_for, false);
}

static void as_zero(struct pmpp_case *c) {
  as_if(c, 3, CONV_ZERO, golden_picture);
}

static void as_clamp(struct pmpp_case *c) {
  as_if(c, 3, CONV_CLAMP, golden_picture);
}

static void as_mirror(struct pmpp_case *c) {
  as_if(c, 3, CONV_MIRROR, golden_picture);
}

static void as_wrap(struct pmpp_case *c) {
  as_if(c, 3, CONV_WRAP, golden_picture);
}

// Is the element so close to the picture's edge that the filter reaches beyond it?
static bool at_edge(const struct pmpp_buf *b, int64_t i, uint64_t bits) {
  const struct pmpp_case *c = b->context;
  int64_t w = c->spec->size[0], h = c->spec->size[1], r = c->spec->size[2], x = i % w, y = i / w;
  float got;
  memcpy(&got, &bits, sizeof got);
  return x < r || y < r || x >= w - r || y >= h - r ||
         fabs(got - ((const double *)b->golden)[i]) <= b->abs_bound;
}

static void wrong_at_edge(struct pmpp_case *c) {
  golden_picture(c);
  c->buf[2].accept = at_edge;
  c->buf[2].context = c;
}

const struct pmpp_mistake mode_mistakes[14] = {
    {"outside stand zeros, as in mode zero; the case's mode is another", as_zero},
    {"outside stands the nearest pixel, as in mode clamp; the case's mode is another", as_clamp},
    {"outside stands the picture mirrored, as in mode mirror; the case's mode is another", as_mirror},
    {"outside stands the picture repeated, as in mode wrap; the case's mode is another", as_wrap},
    {"the mirror stands behind the edge pixel, which counts twice: place -1 is pixel 1, not pixel 0",
     with_edge_twice},
    {"only one reflection is made at each edge: a filter larger than the picture needs several",
     with_one_reflection},
    {"zeros stand behind the right and the lower edge, where the mode has pixels", with_zeros_behind},
    {"zeros stand before the left and the upper edge, where the mode has pixels", with_zeros_before},
    {"zeros stand at the corners, where row and column both lie outside: each is mapped for itself",
     without_corners},
    OF_PICTURES,
    {"only pixels are wrong whose filter reaches beyond the picture's edge: what stands there in this mode?",
     wrong_at_edge},
};

// ---- task 6: separable filters ----------------------------------------------------------------------------

static void separable_with(struct pmpp_case *c, int from, int to) { // pass `to` has the taps of pass `from`
  float *taps = c->buf[1].data;
  int64_t n = c->buf[1].arg.count / 2;
  memcpy(taps + to * n, taps + from * n, (size_t)n * sizeof *taps);
  golden_separable(c);
}

static void row_for_column(struct pmpp_case *c) {
  separable_with(c, 0, 1);
}

static void column_for_row(struct pmpp_case *c) {
  separable_with(c, 1, 0);
}

static void filters_exchanged(struct pmpp_case *c) {
  float *taps = c->buf[1].data;
  int64_t n = c->buf[1].arg.count / 2;
  turn_round(taps, 2 * n); // turned three times, each half is as it was, in the other's place
  turn_round(taps, n);
  turn_round(taps + n, n);
  golden_separable(c);
}

static void separable_turned(struct pmpp_case *c) {
  int64_t n = c->buf[1].arg.count / 2;
  turn_round(c->buf[1].data, n);
  turn_round((float *)c->buf[1].data + n, n);
  golden_separable(c);
}

const struct pmpp_mistake separable_mistakes[4] = {
    {"both passes use the taps of the row filter", row_for_column},
    {"both passes use the taps of the column filter", column_for_row},
    {"the filters are exchanged: the first 2 radius + 1 taps are the row's", filters_exchanged},
    {TURNED_ROUND, separable_turned},
};

// ---- task 7: steps on a grid ------------------------------------------------------------------------------

static void one_step_more(struct pmpp_case *c) {
  as_if(c, 2, c->spec->size[2] + 1, golden_grid);
}

static void one_step_less(struct pmpp_case *c) {
  as_if(c, 2, c->spec->size[2] ? c->spec->size[2] - 1 : 0, golden_grid);
}

static void other_edges(struct pmpp_case *c) {
  as_if(c, 3, c->spec->size[3] == CONV_FIXED ? CONV_PERIODIC : CONV_FIXED, golden_grid);
}

// Steps with what is outside given by a mode of task 5; with fixed edges, too.
static void steps_with(struct pmpp_case *c, int mode) {
  int64_t w = c->spec->size[0], h = c->spec->size[1];
  const float *in = c->buf[0].data;
  golden_grid(c); // for the bounds
  double *now = c->buf[2].golden, *before = malloc((size_t)(w * h + 1) * sizeof *before);
  if (!before) abort();
  for (int64_t i = 0; i < w * h; i++) now[i] = in[i];
  for (int64_t step = 0; step < c->spec->size[2]; step++) {
    memcpy(before, now, (size_t)(w * h) * sizeof *now);
    for (int64_t i = 0; i < w * h; i++) {
      int64_t beside[4][2] = {{i % w - 1, i / w}, {i % w + 1, i / w}, {i % w, i / w - 1}, {i % w, i / w + 1}};
      double sum = -4 * before[i];
      for (int k = 0; k < 4; k++) {
        int64_t x = stands_for(beside[k][0], w, mode), y = stands_for(beside[k][1], h, mode);
        if (x >= 0 && y >= 0) sum += before[y * w + x];
      }
      now[i] = before[i] + c->real[0] * sum;
    }
  }
  free(before);
}

static void zeros_around(struct pmpp_case *c) {
  steps_with(c, CONV_ZERO);
}

static void clamped_around(struct pmpp_case *c) {
  steps_with(c, CONV_CLAMP);
}

const struct pmpp_mistake grid_mistakes[5] = {
    {"the grid is one step too many further", one_step_more},
    {"the grid is one step too few further: after an even number of steps, does the result lie in the other "
     "buffer?",
     one_step_less},
    {"the edges are taken for those of the other kind: fixed for periodic, or periodic for fixed",
     other_edges},
    {"the cells at the edge change as if zeros stood outside: conv.h says what is there", zeros_around},
    {"the cells at the edge change as if the nearest cell stood outside: conv.h says what is there",
     clamped_around},
};

// ---- task 8: a box ----------------------------------------------------------------------------------------

// A right element, or one on a face.
static bool on_a_face(const struct pmpp_buf *b, int64_t i, uint64_t bits) {
  const struct pmpp_case *c = b->context;
  const int64_t *n = c->spec->size;
  int64_t x = i % n[0], y = i / n[0] % n[1], z = i / n[0] / n[1];
  float got;
  memcpy(&got, &bits, sizeof got);
  return x == 0 || y == 0 || z == 0 || x == n[0] - 1 || y == n[1] - 1 || z == n[2] - 1 ||
         fabs(got - ((const double *)b->golden)[i]) <= b->abs_bound;
}

static void wrong_on_faces(struct pmpp_case *c) {
  golden_box(c);
  c->buf[1].accept = on_a_face;
  c->buf[1].context = c;
}

const struct pmpp_mistake box_mistakes[1] = {
    {"only cells on the outer faces of the box are wrong: they keep their values", wrong_on_faces},
};

// ---- task 9: layers ---------------------------------------------------------------------------------------

static void layer_filters(struct pmpp_case *c, void (*change)(float *taps, int side)) {
  const struct layer *l = layer_of(c);
  int side = 2 * l->radius + 1;
  for (int i = 0; i < l->f * l->c; i++) change((float *)c->buf[1].data + i * side * side, side);
  golden_layer(c);
}

static void turn_square(float *taps, int side) {
  turn_round(taps, (int64_t)side * side);
}

static void layer_transposed(struct pmpp_case *c) {
  layer_filters(c, transpose);
}

static void layer_turned(struct pmpp_case *c) {
  layer_filters(c, turn_square);
}

static void layer_last_of_depth(struct pmpp_case *c) {
  const struct layer *l = layer_of(c);
  int64_t depth = (int64_t)l->c * (2 * l->radius + 1) * (2 * l->radius + 1);
  if (depth > 1) clear((float *)c->buf[1].data + depth - 1, l->f, depth); // else all is missing
  golden_layer(c);
}

static void layer_last_channel(struct pmpp_case *c) {
  const struct layer *l = layer_of(c);
  int64_t taps = (2 * l->radius + 1) * (2 * l->radius + 1);
  for (int64_t k = 0; k < taps && l->c > 1; k++)
    clear((float *)c->buf[1].data + (l->c - 1) * taps + k, l->f, l->c * taps);
  golden_layer(c);
}

const struct pmpp_mistake layer_mistakes[4] = {
    {TRANSPOSED, layer_transposed},
    {TURNED_ROUND, layer_turned},
    {"each sum lacks the last of its channels * taps products: is the depth one too small?",
     layer_last_of_depth},
    {"the last channel is left out", layer_last_channel},
};
