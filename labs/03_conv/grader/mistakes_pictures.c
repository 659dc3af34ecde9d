// Mistakes with pictures, and at their edges.
#include "parts.h"
#include <math.h>
#include <string.h>

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
  clear_taps((float *)c->buf[1].data + side * (side - 1), side, 1);
  golden_picture(c);
}

static void picture_last_column(struct pmpp_case *c) {
  int side = side_of(c);
  clear_taps((float *)c->buf[1].data + side - 1, side, side);
  golden_picture(c);
}

// The window begins at the pixel itself, in rows, in columns or in both.
static void not_centred(struct pmpp_case *c, bool rows, bool columns) {
  int64_t w = c->spec->size[0], h = c->spec->size[1], r = c->spec->size[2], side = side_of(c);
  const float *in = c->buf[0].data, *taps = c->buf[1].data;
  double *out = c->buf[2].golden;
  golden_picture(c); // for the bounds
  for (int64_t i = 0; i < w * h; i++) {
    out[i] = 0;
    for (int64_t k = 0; k < side * side; k++) {
      int64_t y = i / w + k / side - (rows ? 0 : r), x = i % w + k % side - (columns ? 0 : r);
      if (y >= 0 && y < h && x >= 0 && x < w) out[i] += (double)taps[k] * in[y * w + x];
    }
  }
}

static void rows_not_centred(struct pmpp_case *c) {
  not_centred(c, true, false);
}

static void columns_not_centred(struct pmpp_case *c) {
  not_centred(c, false, true);
}

static void nothing_centred(struct pmpp_case *c) {
  not_centred(c, true, true);
}

#define OF_PICTURES                                                                                          \
  {TRANSPOSED, picture_transposed}, {TURNED_ROUND, picture_turned},                                          \
      {"the filter's last row of taps is left out: it has 2 radius + 1 rows", picture_last_row}, {           \
    "the filter's last column of taps is left out: it has 2 radius + 1 columns", picture_last_column         \
  }

const struct pmpp_mistake picture_mistakes[7] = {
    OF_PICTURES,
    {"the rows are not centred: tap [ky][kx] belongs to row y - radius + ky, not y + ky: where do the tile's "
     "rows begin?",
     rows_not_centred},
    {"the columns are not centred: tap [ky][kx] belongs to column x - radius + kx, not x + kx: where do the "
     "tile's columns begin?",
     columns_not_centred},
    {"rows and columns are not centred: tap [ky][kx] belongs to the pixel at y - radius + ky, x - radius + "
     "kx",
     nothing_centred},
};

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
