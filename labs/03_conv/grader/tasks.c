// Lab 03 as the grader sees it: nine tasks, their cases, bounds and gates. What is right is computed in
// golden.h.
#include "golden.h"

enum { EMU = PMPP_ON_EMU, GPU = PMPP_ON_GPU, BOTH = EMU | GPU, GATED = BOTH | PMPP_GATED };

// ---- cases: the smallest that shows a fault should be the first to fail -----------------------------------

#define LINE(label, n, radius, variant, where)                                                               \
  { label, {n, radius}, variant, where }
#define LINE_CASES                                                                                           \
  LINE("n=1, radius 0", 1, 0, WHOLE, BOTH), LINE("n=1, radius 1", 1, 1, WHOLE, BOTH),                        \
      LINE("n=5, radius 1", 5, 1, WHOLE, BOTH),                                                              \
      LINE("n=5, radius 3, shorter than the filter", 5, 3, WHOLE, BOTH),                                     \
      LINE("n=32, radius 0", 32, 0, WHOLE, BOTH), LINE("n=33, radius 2", 33, 2, WHOLE, BOTH),                \
      LINE("n=255, radius 8", 255, 8, WHOLE, BOTH), LINE("n=256, radius 8", 256, 8, WHOLE, BOTH),            \
      LINE("n=257, radius 8", 257, 8, WHOLE, BOTH), LINE("n=0", 0, 1, WHOLE, BOTH),                          \
      LINE("n=1009, radius 64", 1009, 64, WHOLE, BOTH), LINE("n=61, radius 64", 61, 64, WHOLE, BOTH),        \
      LINE("n=1009, radius 7, real numbers", 1009, 7, REAL, BOTH),                                           \
      LINE("n=1009, radius 5, tiny elements, k x 2^-60", 1009, 5, TINY, BOTH),                               \
      LINE("n=517, radius 4, only the last element is not 0", 517, 4, LAST, BOTH),                           \
      LINE("n=2^16+7, radius 8", (1 << 16) + 7, 8, WHOLE, GATED),                                            \
      LINE("n=2^24+1, radius 13", (1 << 24) + 1, 13, WHOLE, GPU),                                            \
      LINE("n=2^26, radius 8", 1 << 26, 8, WHOLE, PMPP_TIMED)

static const struct pmpp_case_spec line_cases[] = {LINE_CASES};

#define PICTURE(label, w, h, radius, mode, variant, where)                                                   \
  { label, {w, h, radius, mode}, variant, where }
#define ZERO(label, w, h, radius, variant, where) PICTURE(label, w, h, radius, CONV_ZERO, variant, where)

static const struct pmpp_case_spec picture_cases[] = {
    ZERO("1 x 1, radius 0", 1, 1, 0, WHOLE, BOTH),
    ZERO("1 x 1, radius 1", 1, 1, 1, WHOLE, BOTH),
    ZERO("4 x 3, radius 1", 4, 3, 1, WHOLE, BOTH),
    ZERO("5 x 4, radius 2", 5, 4, 2, WHOLE, BOTH),
    ZERO("1 x 50, radius 3", 1, 50, 3, WHOLE, BOTH),
    ZERO("50 x 1, radius 3", 50, 1, 3, WHOLE, BOTH),
    ZERO("3 x 2, radius 7, smaller than the filter", 3, 2, 7, WHOLE, BOTH),
    ZERO("32 x 32, radius 1", 32, 32, 1, WHOLE, BOTH),
    ZERO("33 x 31, radius 2", 33, 31, 2, WHOLE, BOTH),
    ZERO("127 x 67, radius 4", 127, 67, 4, WHOLE, BOTH),
    ZERO("132 x 35, radius 7", 132, 35, 7, WHOLE, BOTH),
    ZERO("0 x 5", 0, 5, 1, WHOLE, BOTH),
    ZERO("5 x 0", 5, 0, 1, WHOLE, BOTH),
    ZERO("61 x 47, radius 5, real numbers", 61, 47, 5, REAL, BOTH),
    ZERO("61 x 47, radius 6, tiny elements, k x 2^-60", 61, 47, 6, TINY, BOTH),
    ZERO("67 x 35, radius 3, only the last pixel is not 0", 67, 35, 3, LAST, BOTH),
    ZERO("1 x 65536, radius 1", 1, 65536, 1, WHOLE, GPU),
    ZERO("256 x 160, radius 3", 256, 160, 3, WHOLE, GATED),
    ZERO("2051 x 1537, radius 6", 2051, 1537, 6, WHOLE, GPU),
    ZERO("8192 x 8192, 3 x 3", 8192, 8192, 1, WHOLE, PMPP_TIMED),
    ZERO("8192 x 8192, 5 x 5", 8192, 8192, 2, WHOLE, PMPP_TIMED),
    ZERO("8192 x 8192, 7 x 7", 8192, 8192, 3, WHOLE, PMPP_TIMED),
    ZERO("8192 x 8192, 15 x 15", 8192, 8192, 7, WHOLE, PMPP_TIMED),
};

#define MODE_CASES(name, mode)                                                                               \
  PICTURE(name ", 1 x 1, radius 1", 1, 1, 1, mode, WHOLE, BOTH),                                             \
      PICTURE(name ", 4 x 3, radius 1", 4, 3, 1, mode, WHOLE, BOTH),                                         \
      PICTURE(name ", 1 x 20, radius 3", 1, 20, 3, mode, WHOLE, BOTH),                                       \
      PICTURE(name ", 20 x 1, radius 3", 20, 1, 3, mode, WHOLE, BOTH),                                       \
      PICTURE(name ", 3 x 2, radius 7, smaller than the filter", 3, 2, 7, mode, WHOLE, BOTH),                \
      PICTURE(name ", 129 x 34, radius 5", 129, 34, 5, mode, WHOLE, BOTH)

static const struct pmpp_case_spec mode_cases[] = {
    MODE_CASES("zero", CONV_ZERO),
    MODE_CASES("clamp", CONV_CLAMP),
    MODE_CASES("mirror", CONV_MIRROR),
    MODE_CASES("wrap", CONV_WRAP),
    PICTURE("mirror, 0 x 5", 0, 5, 1, CONV_MIRROR, WHOLE, BOTH),
    PICTURE("clamp, 61 x 47, radius 4, real numbers", 61, 47, 4, CONV_CLAMP, REAL, BOTH),
    PICTURE("wrap, 67 x 35, radius 3, only the last pixel is not 0", 67, 35, 3, CONV_WRAP, LAST, BOTH),
    PICTURE("mirror, 256 x 160, radius 3", 256, 160, 3, CONV_MIRROR, WHOLE, GATED),
    PICTURE("wrap, 2051 x 1537, radius 6", 2051, 1537, 6, CONV_WRAP, WHOLE, GPU),
    PICTURE("mirror, 8192 x 8192, 5 x 5", 8192, 8192, 2, CONV_MIRROR, WHOLE, PMPP_TIMED),
};

static const struct pmpp_case_spec separable_cases[] = {
    ZERO("1 x 1, radius 0", 1, 1, 0, WHOLE, BOTH),
    ZERO("1 x 1, radius 1", 1, 1, 1, WHOLE, BOTH),
    ZERO("4 x 3, radius 1", 4, 3, 1, WHOLE, BOTH),
    ZERO("1 x 50, radius 3", 1, 50, 3, WHOLE, BOTH),
    ZERO("50 x 1, radius 3", 50, 1, 3, WHOLE, BOTH),
    ZERO("3 x 2, radius 7, smaller than the filter", 3, 2, 7, WHOLE, BOTH),
    ZERO("33 x 31, radius 2", 33, 31, 2, WHOLE, BOTH),
    ZERO("127 x 67, radius 5", 127, 67, 5, WHOLE, BOTH),
    ZERO("517 x 35, radius 7", 517, 35, 7, WHOLE, BOTH),
    ZERO("36 x 260, radius 6", 36, 260, 6, WHOLE, BOTH),
    ZERO("0 x 5", 0, 5, 1, WHOLE, BOTH),
    ZERO("5 x 0", 5, 0, 1, WHOLE, BOTH),
    ZERO("61 x 47, radius 5, real numbers", 61, 47, 5, REAL, BOTH),
    ZERO("67 x 35, radius 3, only the last pixel is not 0", 67, 35, 3, LAST, BOTH),
    ZERO("512 x 192, radius 4", 512, 192, 4, WHOLE, GATED),
    ZERO("2051 x 1537, radius 6", 2051, 1537, 6, WHOLE, GPU),
    ZERO("8192 x 8192, 7 + 7 taps", 8192, 8192, 3, WHOLE, PMPP_TIMED),
    ZERO("16384 x 16384, 7 + 7 taps", 16384, 16384, 3, WHOLE, PMPP_TIMED),
    ZERO("16384 x 8192, 15 + 15 taps", 16384, 8192, 7, REAL, PMPP_TIMED),
};

#define GRID(label, w, h, steps, edges, variant, where)                                                      \
  { label, {w, h, steps, edges}, variant, where }
#define GRID_CASES(name, edges)                                                                              \
  GRID(name ", 1 x 1, 1 step", 1, 1, 1, edges, WHOLE, BOTH),                                                 \
      GRID(name ", 3 x 3, 1 step", 3, 3, 1, edges, WHOLE, BOTH),                                             \
      GRID(name ", 4 x 5, 2 steps", 4, 5, 2, edges, WHOLE, BOTH),                                            \
      GRID(name ", 1 x 40, 3 steps", 1, 40, 3, edges, WHOLE, BOTH),                                          \
      GRID(name ", 40 x 1, 2 steps", 40, 1, 2, edges, WHOLE, BOTH),                                          \
      GRID(name ", 2 x 2, 3 steps", 2, 2, 3, edges, WHOLE, BOTH),                                            \
      GRID(name ", 32 x 32, 1 step", 32, 32, 1, edges, WHOLE, BOTH),                                         \
      GRID(name ", 67 x 135, 5 steps", 67, 135, 5, edges, WHOLE, BOTH),                                      \
      GRID(name ", 67 x 35, 4 steps, real numbers", 67, 35, 4, edges, REAL, BOTH)

static const struct pmpp_case_spec grid_cases[] = {
    GRID_CASES("fixed", CONV_FIXED),
    GRID_CASES("periodic", CONV_PERIODIC),
    GRID("fixed, 37 x 29, no step", 37, 29, 0, CONV_FIXED, WHOLE, BOTH),
    GRID("periodic, 0 x 5, 2 steps", 0, 5, 2, CONV_PERIODIC, WHOLE, BOTH),
    GRID("periodic, 256 x 160, 3 steps", 256, 160, 3, CONV_PERIODIC, WHOLE, GATED),
    GRID("fixed, 2051 x 1537, 4 steps", 2051, 1537, 4, CONV_FIXED, WHOLE, GPU),
    GRID("fixed, 8192 x 8192, 1 step", 8192, 8192, 1, CONV_FIXED, WHOLE, PMPP_TIMED),
    GRID("periodic, 8192 x 8192, 4 steps", 8192, 8192, 4, CONV_PERIODIC, WHOLE, PMPP_TIMED),
};

#define BOX(label, nx, ny, nz, variant, where)                                                               \
  { label, {nx, ny, nz}, variant, where }

static const struct pmpp_case_spec box_cases[] = {
    BOX("1 x 1 x 1", 1, 1, 1, WHOLE, BOTH),
    BOX("3 x 3 x 3", 3, 3, 3, WHOLE, BOTH),
    BOX("4 x 5 x 6", 4, 5, 6, WHOLE, BOTH),
    BOX("1 x 9 x 9", 1, 9, 9, WHOLE, BOTH),
    BOX("9 x 1 x 9", 9, 1, 9, WHOLE, BOTH),
    BOX("9 x 9 x 1", 9, 9, 1, WHOLE, BOTH),
    BOX("32 x 8 x 4", 32, 8, 4, WHOLE, BOTH),
    BOX("33 x 9 x 17", 33, 9, 17, WHOLE, BOTH),
    BOX("34 x 9 x 5", 34, 9, 5, WHOLE, BOTH),
    BOX("131 x 10 x 5", 131, 10, 5, WHOLE, BOTH),
    BOX("7 x 5 x 270", 7, 5, 270, WHOLE, BOTH),
    BOX("0 x 3 x 3", 0, 3, 3, WHOLE, BOTH),
    BOX("37 x 11 x 13, real numbers", 37, 11, 13, REAL, BOTH),
    BOX("128 x 32 x 32", 128, 32, 32, WHOLE, GATED),
    BOX("257 x 129 x 131", 257, 129, 131, WHOLE, GPU),
    BOX("512 x 512 x 512", 512, 512, 512, WHOLE, PMPP_TIMED),
};

#define LAYER(label, number, variant, where)                                                                 \
  { label, {number}, variant, where }

static const struct pmpp_case_spec layer_cases[] = {
    LAYER("1 picture, 1 channel, 1 x 1, 1 filter 1 x 1", 0, WHOLE, BOTH),
    LAYER("1 picture, 1 channel, 5 x 4, 1 filter 3 x 3", 1, WHOLE, BOTH),
    LAYER("1 picture, 2 channels, 5 x 4, 1 filter 3 x 3", 2, WHOLE, BOTH),
    LAYER("1 picture, 1 channel, 5 x 4, 3 filters 3 x 3", 3, WHOLE, BOTH),
    LAYER("2 pictures, 3 channels, 7 x 5, 5 filters 3 x 3", 4, WHOLE, BOTH),
    LAYER("3 pictures, 5 channels, 3 x 2, 7 filters 7 x 7", 5, WHOLE, BOTH),
    LAYER("2 pictures, 33 channels, 6 x 7, 35 filters 1 x 1", 6, WHOLE, BOTH),
    LAYER("no picture", 7, WHOLE, BOTH),
    LAYER("2 pictures, 4 channels, 9 x 7, 6 filters 5 x 5, real numbers", 8, REAL, BOTH),
    LAYER("2 pictures, 8 channels, 16 x 16, 32 filters 3 x 3", 9, WHOLE, GATED),
    LAYER("17 pictures, 24 channels, 31 x 29, 40 filters 5 x 5", 10, WHOLE, GPU),
    LAYER("64 pictures, 64 channels, 56 x 56, 64 filters 3 x 3", 11, REAL, PMPP_TIMED),
};

// ---- pictures: --image ------------------------------------------------------------------------------------

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

static void picture_disc(struct pmpp_case *c, const uint8_t *grey, int w, int h) {
  disc(c, grey, w, h, CONV_ZERO);
}

static void picture_disc_mirrored(struct pmpp_case *c, const uint8_t *grey, int w, int h) {
  disc(c, grey, w, h, CONV_MIRROR);
}

static void picture_gauss(struct pmpp_case *c, const uint8_t *grey, int w, int h) {
  enum { RADIUS = CONV_MAX_RADIUS, TAPS = 2 * RADIUS + 1 };
  from_picture(c, grey, (struct pmpp_case_spec){.label = "a picture", .size = {w, h, RADIUS}},
               make_separable);
  float *taps = c->buf[1].data;
  for (int i = 0; i < 2 * TAPS; i++) taps[i] = (float)exp(-0.5 * pow((i % TAPS - RADIUS) / 3.0, 2));
  scale_to_one(taps, TAPS);
  scale_to_one(taps + TAPS, TAPS);
}

static void picture_heat(struct pmpp_case *c, const uint8_t *grey, int w, int h) {
  from_picture(c, grey, (struct pmpp_case_spec){.label = "a picture", .size = {w, h, 24, CONV_FIXED}},
               make_grid);
}

// ---- gates ------------------------------------------------------------------------------------------------

static double width(const struct pmpp_case *c) {
  return (double)c->spec->size[0];
}

static double pixels(const struct pmpp_case *c) {
  return (double)c->spec->size[0] * (double)c->spec->size[1];
}

static double read_line(const struct pmpp_case *c) {
  return 4 * width(c);
}

static double read_picture(const struct pmpp_case *c) {
  return 4 * pixels(c);
}

static double read_box(const struct pmpp_case *c) {
  return 4 * pixels(c) * (double)c->spec->size[2];
}

static double read_layer(const struct pmpp_case *c) {
  return 4.0 * (double)c->buf[0].arg.count;
}

// Warps of 32 outputs, times the taps of a line's filter; 2 % for code whose edges take branches of their
// own.
static double line_steps(const struct pmpp_case *c) {
  return 1.02 * (2.0 * (double)c->spec->size[1] + 1) * ceil(width(c) / 32);
}

static double naive_loads(const struct pmpp_case *c) {
  return 2 * line_steps(c);
}

static double taps_of_line(const struct pmpp_case *c) {
  return 2.0 * (double)c->spec->size[1] + 1;
}

// A block of 256 threads that loads 256 elements can make 256 - 2r outputs of them; one that loads 256 + 2r
// makes 256, which is less a little. A filter's copy in shared memory may come on top, once a block.
static double line_bytes(const struct pmpp_case *c) {
  double r = (double)c->spec->size[1], tile = 256 - 2 * r;
  return 4 * width(c) * ((256 + 2 * r + 1) / tile + 1);
}

// The same in two dimensions, for tiles of 16 x 16 outputs: the smallest that many threads suggest.
static double halo_bytes(const struct pmpp_case *c) {
  double r = (double)c->spec->size[2], side = 16 + 2 * r, taps = (2 * r + 1) * (2 * r + 1);
  return 4 * pixels(c) * ((side * side + taps) / (16 * 16) + 1);
}

// Two passes, each over tiles of 16 x 16 and a halo on two sides; each writes what it found.
static double passes_bytes(const struct pmpp_case *c) {
  double r = (double)c->spec->size[2];
  return 4 * pixels(c) * (2 * (1 + 2 * r / 16) + 2) * 1.02;
}

// Taps from a row and from a column, a word of shared memory each, and as much for a filter that lies there
// too; the rows' pass of a fused kernel also has the halo's rows.
static double passes_shared_loads(const struct pmpp_case *c) {
  double r = (double)c->spec->size[2];
  return 2 * (2 * r + 1) * ((1 + 2 * r / 32) + 1) * pixels(c) / 32;
}

static double steps(const struct pmpp_case *c) {
  return (double)c->spec->size[2];
}

static double stencil_bytes(const struct pmpp_case *c) {
  return 4 * pixels(c) * steps(c) * (34 * 10 / 256.0 + 1);
}

static double box_bytes(const struct pmpp_case *c) {
  return read_box(c) * (34 * 10 / 256.0 * (1 + 2 / 16.0) + 1);
}

static double layer_bytes(const struct pmpp_case *c) {
  const struct layer *l = layer_of(c);
  double depth = l->c * (2.0 * l->radius + 1) * (2 * l->radius + 1), columns = (double)l->n * l->h * l->w;
  double unfold = 8 * depth * columns;
  double multiply =
      4 * depth * (columns * ceil(l->f / 16.0) + l->f * ceil(columns / 16)) + 4 * l->f * columns;
  return unfold + multiply;
}

// Rows of a tile begin anywhere, cells beside it lie alone in their sectors: as much again as may be moved.
// Lanes that are a row apart waste seven eighths of what they load or store.
static double halo_waste(const struct pmpp_case *c) {
  return halo_bytes(c) / 32;
}

static double passes_waste(const struct pmpp_case *c) {
  return passes_bytes(c) / 32;
}

static double stencil_waste(const struct pmpp_case *c) {
  return stencil_bytes(c) / 32;
}

static double box_waste(const struct pmpp_case *c) {
  return box_bytes(c) / 32;
}

// Rows of matrices are long: half of that.
static double layer_waste(const struct pmpp_case *c) {
  return layer_bytes(c) / 64;
}

#define GATE_READ(bound, formula)                                                                            \
  {                                                                                                          \
    EMU_global_load_bytes, PMPP_AT_LEAST, bound, 0, formula ": the kernels themselves read every element",   \
        "the kernels do not read the input: let them compute the result, not the host"                       \
  }
#define GATE_SECTORS                                                                                         \
  {                                                                                                          \
    EMU_sectors_per_load, PMPP_AT_MOST, NULL, 5,                                                             \
        "5: 32 lanes x 4 bytes, side by side, lie in 4 sectors of 32 bytes, or 5 where they begin between "  \
        "two",                                                                                               \
        "let neighbouring lanes load neighbouring elements"                                                  \
  }
#define GATE_LOADS(bound, formula, hint)                                                                     \
  { EMU_global_load_requests, PMPP_AT_MOST, bound, 0, formula, hint }
#define GATE_BYTES(bound, formula, hint)                                                                     \
  { EMU_global_bytes, PMPP_AT_MOST, bound, 0, formula, hint }
#define GATE_WASTE(bound, formula, hint)                                                                     \
  { EMU_global_sectors_excess, PMPP_AT_MOST, bound, 0, formula, hint }
#define FILL_BY_ROWS                                                                                         \
  "fill the tile row by row and store the outputs row by row: neighbouring lanes, neighbouring pixels"

static const struct pmpp_gate gates_1[] = {
    GATE_READ(read_line, "4 n"),
    GATE_SECTORS,
    GATE_LOADS(naive_loads, "1.02 x 2 (2r + 1) ceil(n / 32): an element and a tap for each step of each warp",
               "add up in a register; nothing but in[j] and filter[k] needs loading"),
};

static const struct pmpp_gate gates_2[] = {
    GATE_READ(read_line, "4 n"),
    GATE_SECTORS,
    GATE_LOADS(line_steps, "1.02 (2r + 1) ceil(n / 32): an element for each step of each warp, and no tap",
               "read the taps from a __constant__ array, not from filter"),
    {EMU_constant_load_requests, PMPP_AT_LEAST, taps_of_line, 0, "2r + 1: the taps come from constant memory",
     "declare a __constant__ array and copy filter into it with cudaMemcpyToSymbolAsync, device to device"},
    {EMU_constant_load_wavefronts, PMPP_AT_MOST, line_steps, 0,
     "1.02 (2r + 1) ceil(n / 32): one word for each step of each warp, for all lanes at once",
     "let all lanes of a warp read the same tap in the same step: index the constant array by the loop "
     "alone"},
};

static const struct pmpp_gate gates_3[] = {
    GATE_READ(read_line, "4 n"),
    GATE_SECTORS,
    GATE_BYTES(
        line_bytes, "4 n ((256 + 2r + 1) / (256 - 2r) + 1): each block loads its tile and the halo once",
        "load the tile and r elements on both sides into shared memory, once; the loop reads only there"),
    {EMU_shared_wavefronts_excess, PMPP_AT_MOST, NULL, 0,
     "0: 32 lanes, 32 different banks, or one word for all",
     "consecutive lanes should read consecutive words of shared memory: s[t + k]"},
};

#define HALO_FORMULA                                                                                         \
  "4 w h (((T + 2r)^2 + (2r + 1)^2) / T^2 + 1), T = 16: a block loads T x T pixels, the halo, and the "      \
  "taps, once"
#define HALO_WASTE                                                                                           \
  GATE_WASTE(halo_waste, "the bytes allowed / 32: as many sectors again as they fill", FILL_BY_ROWS)

static const struct pmpp_gate gates_4[] = {
    GATE_READ(read_picture, "4 w h"),
    GATE_BYTES(
        halo_bytes, HALO_FORMULA,
        "load the tile with r pixels on all sides into shared memory, once; choose the tile large enough"),
    HALO_WASTE,
};

static const struct pmpp_gate gates_5[] = {
    GATE_READ(read_picture, "4 w h"),
    GATE_BYTES(halo_bytes, HALO_FORMULA,
               "test coordinates while the tile is filled; the loop over the taps reads shared memory only"),
    HALO_WASTE,
};

static const struct pmpp_gate gates_6[] = {
    GATE_READ(read_picture, "4 w h"),
    GATE_BYTES(passes_bytes,
               "1.02 x 4 w h (2 (1 + 2r / 16) + 2): two passes over tiles of 16 x 16, read and written",
               "each pass, too, needs its tile and halo in shared memory"),
    {EMU_shared_load_requests, PMPP_AT_MOST, passes_shared_loads, 0,
     "2 (2r + 1) ((1 + 2r / 32) + 1) w h / 32: in both passes 2r + 1 pixels and as many taps an output",
     "filter the rows first, then the columns of the result: 2r + 1 taps twice, not (2r + 1)^2"},
    GATE_WASTE(passes_waste, "the bytes allowed / 32: as many sectors again as they fill",
               "in the columns' pass, too, neighbouring lanes take neighbouring columns"),
};

static const struct pmpp_gate gates_7[] = {
    GATE_READ(read_picture, "4 w h"),
    {EMU_launches, PMPP_AT_MOST, steps, 0, "steps: a step needs one launch, and no copy after it",
     "alternate the buffers, and begin so that the last step writes out"},
    GATE_BYTES(stencil_bytes,
               "4 w h steps (34 x 10 / (32 x 8) + 1): a block of 32 x 8 cells with a halo of one",
               "load the tile and one cell around it into shared memory; each cell has five readers"),
    GATE_WASTE(stencil_waste, "the bytes allowed / 32: as many sectors again as they fill", FILL_BY_ROWS),
};

static const struct pmpp_gate gates_8[] = {
    GATE_READ(read_box, "4 nx ny nz"),
    GATE_BYTES(box_bytes,
               "4 nx ny nz (34 x 10 / (32 x 8) x 18 / 16 + 1): 32 x 8 columns with a halo of one, 16 planes "
               "and one on both sides",
               "walk along z: the planes above and below are in registers, only the middle one is shared"),
    GATE_WASTE(box_waste, "the bytes allowed / 32: as many sectors again as they fill",
               "let the lanes of a warp run along x: neighbouring lanes, neighbouring cells"),
};

static const struct pmpp_gate gates_9[] = {
    GATE_READ(read_layer, "4 n c h w"),
    GATE_BYTES(
        layer_bytes,
        "unfolding 8 D P, product 4 D (P ceil(F / 16) + F ceil(P / 16)) + 4 F P, where D = c (2r + 1)^2, "
        "P = n h w, F = filters: tiles of 16 x 16",
        "multiply in tiles: load 16 x 16 of both matrices into shared memory, use each element 16 times"),
    GATE_WASTE(layer_waste, "the bytes allowed / 64: half as many sectors again as they fill",
               "let neighbouring lanes write, and later load, neighbouring columns of one row of the matrix"),
};

// ---- tasks ------------------------------------------------------------------------------------------------

#define LENGTH(a) (int)(sizeof(a) / sizeof((a)[0]))
#define COMMON(cases_of, make_of, golden_of, update_of, gates_of)                                            \
  .cases = cases_of, .n_cases = LENGTH(cases_of), .make = make_of, .golden = golden_of, .update = update_of, \
  .patch_value = patch_value, .gates = gates_of, .n_gates = LENGTH(gates_of), .check_leaks = true

static const struct pmpp_task tasks[] = {
    {.name = "1_conv1d_naive",
     .function = "conv_1_conv1d_naive",
     .idea = "one thread an output; it loads every element and every tap that it needs",
     .first_step = "loop over the taps k; skip the elements i - radius + k that lie outside of 0 .. n - 1",
     .points = 8,
     COMMON(line_cases, make_line, golden_line, update_line, gates_1)},
    {.name = "2_constant_memory",
     .function = "conv_2_constant_memory",
     .idea = "the taps in constant memory: one word for all lanes, and no load request",
     .first_step = "copy filter into taps_1d with set_taps, and take task 1's kernel with taps_1d[k]",
     .points = 8,
     COMMON(line_cases, make_line, golden_line, update_line, gates_2)},
    {.name = "3_conv1d_halo",
     .function = "conv_3_conv1d_halo",
     .idea = "a tile and its halo in shared memory: each element is loaded once a block",
     .first_step =
         "load elements first - radius .. first + 255 + radius into s, 0 for those outside; then a barrier",
     .points = 12,
     COMMON(line_cases, make_line, golden_line, update_line, gates_3)},
    {.name = "4_conv2d_halo",
     .function = "conv_4_conv2d_halo",
     .idea = "the tile has a halo on four sides, and four corners",
     .first_step = "fill (32 + 2 radius) x (32 + 2 radius) words of shared memory, row by row",
     .points = 16,
     COMMON(picture_cases, make_picture, golden_picture, update_square, gates_4),
     .picture = picture_disc},
    {.name = "5_boundary_modes",
     .function = "conv_5_boundary_modes",
     .idea = "coordinates are mapped where the tile is filled, and nowhere else",
     .first_step = "write place(i, n, mode): the index that stands for place i, or -1 for a 0",
     .points = 10,
     COMMON(mode_cases, make_picture, golden_picture, update_square, gates_5),
     .picture = picture_disc_mirrored},
    {.name = "6_separable",
     .function = "conv_6_separable",
     .idea = "rows, then columns: 2 (2r + 1) multiplications instead of (2r + 1)^2",
     .first_step =
         "write the rows' pass into scratch, a tile with a halo left and right; then the columns' pass",
     .points = 14,
     COMMON(separable_cases, make_separable, golden_separable, update_separable, gates_6),
     .picture = picture_gauss},
    {.name = "7_stencil_2d",
     .function = "conv_7_stencil_2d",
     .idea = "the same small filter many times: two buffers alternate",
     .first_step = "write one step from any buffer to any other, then the loop over the steps",
     .points = 10,
     COMMON(grid_cases, make_grid, golden_grid, update_grid, gates_7),
     .picture = picture_heat},
    {.name = "8_stencil_3d",
     .function = "conv_8_stencil_3d",
     .idea = "walk along z: three planes in registers, the middle one in shared memory",
     .first_step = "keep below, here and above in registers; here goes to shared memory, then a barrier",
     .points = 12,
     COMMON(box_cases, make_box, golden_box, update_box, gates_8)},
    {.name = "9_im2col_gemm",
     .function = "conv_9_im2col_gemm",
     .idea = "many channels and filters: unfold the input, then it is a matrix product",
     .first_step = "write the unfolding: row (channel, ky, kx), column (picture, y, x)",
     .points = 10,
     COMMON(layer_cases, make_layer, golden_layer, update_layer, gates_9)},
};

static const struct pmpp_column columns[] = {
    {"load\nrequests", EMU_global_load_requests, "%.0f", 0, PMPP_NO_FLOOR},
    {"sectors\nper load", EMU_sectors_per_load, "%.2f", 0, PMPP_NO_FLOOR},
    {"constant\nloads", EMU_constant_load_requests, "%.0f", 0, PMPP_NO_FLOOR},
    {"shared\nloads", EMU_shared_load_requests, "%.0f", 0, PMPP_NO_FLOOR},
    {"excess\nwavefronts", EMU_shared_wavefronts_excess, "%.0f", 0, PMPP_NO_FLOOR},
    {"launches", EMU_launches, "%.0f", 0, PMPP_NO_FLOOR},
    {"bytes /\ncompulsory", EMU_global_bytes, "%.3f", 0, PMPP_PER_FLOOR_BYTE},
};

// cuDNN where its header and library are found (CMakeLists.txt looks for them).
#ifdef CONV_HAS_CUDNN
static const char *const baselines[] = {"cudnn", NULL};
#define LINK "-lcudnn"
#else
static const char *const baselines[] = {"im2col", NULL};
#define LINK "-lcublas"
#endif

const struct pmpp_lab pmpp_lab = {
    .number = "03",
    .name = "conv",
    .title = "Convolution and stencils",
    .tasks = tasks,
    .n_tasks = LENGTH(tasks),
    .columns = columns,
    .n_columns = LENGTH(columns),
    .baselines = baselines,
    .baseline_link = LINK,
    .copy_note = "The libraries have no stencils (7 and 8). The frame that cuDNN needs for the modes of 5 is "
                 "a kernel of ours.",
};
