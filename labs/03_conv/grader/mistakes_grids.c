// Mistakes with grids, boxes and layers.
#include "parts.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

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

// Steps that subtract the cell itself `own` times, not four times.
static void steps_own(struct pmpp_case *c, int own) {
  int64_t w = c->spec->size[0], h = c->spec->size[1];
  bool fixed = c->spec->size[3] == CONV_FIXED;
  const float *in = c->buf[0].data;
  golden_grid(c); // for the bounds
  double *now = c->buf[2].golden, *before = malloc((size_t)(w * h + 1) * sizeof *before);
  if (!before) abort();
  for (int64_t i = 0; i < w * h; i++) now[i] = in[i];
  for (int64_t step = 0; step < c->spec->size[2]; step++) {
    memcpy(before, now, (size_t)(w * h) * sizeof *now);
    for (int64_t i = 0; i < w * h; i++) {
      int64_t x = i % w, y = i / w;
      if (fixed && (x == 0 || y == 0 || x == w - 1 || y == h - 1)) continue;
      const double *row = before + y * w;
      double sum = row[(x + w - 1) % w] + row[(x + 1) % w] + before[(y + h - 1) % h * w + x] +
                   before[(y + 1) % h * w + x];
      now[i] = row[x] + c->real[0] * (sum - own * row[x]);
    }
  }
  free(before);
}

#define OWN(n)                                                                                               \
  static void own_##n(struct pmpp_case *c) {                                                                 \
    steps_own(c, n);                                                                                         \
  }
OWN(0)
OWN(1)
OWN(2)
OWN(3)
OWN(5)
#define SUBTRACTED " times the cell itself is subtracted from its four neighbours: it is four times"

// With fixed edges the row that keeps its values is looked for at width - 1, or the column at height - 1; zeros stand outside.
static void edge_at(struct pmpp_case *c, int64_t last_column, int64_t last_row) {
  int64_t w = c->spec->size[0], h = c->spec->size[1];
  const float *in = c->buf[0].data;
  golden_grid(c); // for the bounds
  if (c->spec->size[3] != CONV_FIXED) return;
  double *now = c->buf[2].golden, *before = malloc((size_t)(w * h + 1) * sizeof *before);
  if (!before) abort();
  for (int64_t i = 0; i < w * h; i++) now[i] = in[i];
  for (int64_t step = 0; step < c->spec->size[2]; step++) {
    memcpy(before, now, (size_t)(w * h) * sizeof *now);
    for (int64_t i = 0; i < w * h; i++) {
      int64_t x = i % w, y = i / w;
      if (x == 0 || y == 0 || x == last_column || y == last_row) continue;
      double sum =
          before[i - 1] + before[i - w] + (x + 1 < w ? before[i + 1] : 0) + (y + 1 < h ? before[i + w] : 0);
      now[i] = before[i] + c->real[0] * (sum - 4 * before[i]);
    }
  }
  free(before);
}

static void row_by_width(struct pmpp_case *c) {
  edge_at(c, c->spec->size[0] - 1, c->spec->size[0] - 1);
}

static void column_by_height(struct pmpp_case *c) {
  edge_at(c, c->spec->size[1] - 1, c->spec->size[1] - 1);
}

static void one_step(struct pmpp_case *c) {
  as_if(c, 2, c->spec->size[2] ? 1 : 0, golden_grid);
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

const struct pmpp_mistake grid_mistakes[13] = {
    {"row width - 1 keeps its values in the place of the last row, height - 1", row_by_width},
    {"column height - 1 keeps its values in the place of the last column, width - 1", column_by_height},
    {"0" SUBTRACTED, own_0},
    {"1" SUBTRACTED, own_1},
    {"2" SUBTRACTED, own_2},
    {"3" SUBTRACTED, own_3},
    {"5" SUBTRACTED, own_5},
    {"the grid is one step further, whatever the number of steps: does each step read the grid of the step "
     "before, and not `in`?",
     one_step},
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

// Neighbour k of each inner cell is as much as `share` of the cell itself: 0, or its value. The neighbours: left, right, above,
// below, in the plane before, in that behind.
static void box_with(struct pmpp_case *c, int k, double share) {
  const int64_t *n = c->spec->size;
  int64_t apart[] = {-1, 1, -n[0], n[0], -n[0] * n[1], n[0] * n[1]};
  const float *in = c->buf[0].data;
  golden_box(c);
  double *want = c->buf[1].golden;
  for (int64_t z = 1; z < n[2] - 1; z++)
    for (int64_t y = 1; y < n[1] - 1; y++)
      for (int64_t x = 1; x < n[0] - 1; x++) {
        int64_t i = (z * n[1] + y) * n[0] + x;
        want[i] += c->real[0] * (share * in[i] - in[i + apart[k]]);
      }
}

static void no_cell_before(struct pmpp_case *c) {
  box_with(c, 0, 0);
}
static void no_cell_behind(struct pmpp_case *c) {
  box_with(c, 1, 0);
}
static void no_row_before(struct pmpp_case *c) {
  box_with(c, 2, 0);
}
static void no_row_behind(struct pmpp_case *c) {
  box_with(c, 3, 0);
}
static void no_plane_before(struct pmpp_case *c) {
  box_with(c, 4, 0);
}
static void no_plane_behind(struct pmpp_case *c) {
  box_with(c, 5, 0);
}
static void same_plane_before(struct pmpp_case *c) {
  box_with(c, 4, 1);
}
static void same_plane_behind(struct pmpp_case *c) {
  box_with(c, 5, 1);
}

#define COUNTS_AS_0(where) "the neighbour " where " counts as 0 in each sum"
#define MOVE_ON                                                                                              \
  ": where a thread walks along z, the cell becomes the one before, and then the next one becomes the cell"

const struct pmpp_mistake box_mistakes[9] = {
    {"only cells on the outer faces of the box are wrong: they keep their values", wrong_on_faces},
    {COUNTS_AS_0("at x - 1"), no_cell_before},
    {COUNTS_AS_0("at x + 1"), no_cell_behind},
    {COUNTS_AS_0("at y - 1"), no_row_before},
    {COUNTS_AS_0("at y + 1"), no_row_behind},
    {COUNTS_AS_0("in plane z - 1") MOVE_ON, no_plane_before},
    {COUNTS_AS_0("in plane z + 1") MOVE_ON, no_plane_behind},
    {"the cell itself stands for its neighbour in plane z - 1" MOVE_ON, same_plane_before},
    {"the cell itself stands for its neighbour in plane z + 1" MOVE_ON, same_plane_behind},
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
  if (depth > 1) clear_taps((float *)c->buf[1].data + depth - 1, l->f, depth); // else all is missing
  golden_layer(c);
}

static void layer_last_channel(struct pmpp_case *c) {
  const struct layer *l = layer_of(c);
  int64_t taps = (2 * l->radius + 1) * (2 * l->radius + 1);
  for (int64_t k = 0; k < taps && l->c > 1; k++)
    clear_taps((float *)c->buf[1].data + (l->c - 1) * taps + k, l->f, l->c * taps);
  golden_layer(c);
}

const struct pmpp_mistake layer_mistakes[4] = {
    {TRANSPOSED, layer_transposed},
    {TURNED_ROUND, layer_turned},
    {"each sum lacks the last of its channels * taps products: is the depth one too small?",
     layer_last_of_depth},
    {"the last channel is left out", layer_last_channel},
};
