// Lab 03's cases: sizes, kinds of input, where they run.
#include "parts.h"

enum { EMU = PMPP_ON_EMU, GPU = PMPP_ON_GPU, BOTH = EMU | GPU, GATED = BOTH | PMPP_GATED };
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
      LINE("n=2^26, radius 8", 1 << 26, 8, WHOLE, PMPP_FULL),                                                \
      LINE("n=2^24, radius 8", 1 << 24, 8, WHOLE, PMPP_TIMED)

const struct pmpp_case_spec line_cases[] = {LINE_CASES};

#define PICTURE(label, w, h, radius, mode, variant, where)                                                   \
  { label, {w, h, radius, mode}, variant, where }
#define ZERO(label, w, h, radius, variant, where) PICTURE(label, w, h, radius, CONV_ZERO, variant, where)

const struct pmpp_case_spec picture_cases[] = {
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
    ZERO("8192 x 8192, 3 x 3", 8192, 8192, 1, WHOLE, PMPP_FULL),
    ZERO("8192 x 8192, 5 x 5", 8192, 8192, 2, WHOLE, PMPP_TIMED),
    ZERO("8192 x 8192, 7 x 7", 8192, 8192, 3, WHOLE, PMPP_FULL),
    ZERO("8192 x 8192, 15 x 15", 8192, 8192, 7, WHOLE, PMPP_TIMED),
};

#define MODE_CASES(name, mode)                                                                               \
  PICTURE(name ", 1 x 1, radius 1", 1, 1, 1, mode, WHOLE, BOTH),                                             \
      PICTURE(name ", 4 x 3, radius 1", 4, 3, 1, mode, WHOLE, BOTH),                                         \
      PICTURE(name ", 1 x 20, radius 3", 1, 20, 3, mode, WHOLE, BOTH),                                       \
      PICTURE(name ", 20 x 1, radius 3", 20, 1, 3, mode, WHOLE, BOTH),                                       \
      PICTURE(name ", 3 x 2, radius 7, smaller than the filter", 3, 2, 7, mode, WHOLE, BOTH),                \
      PICTURE(name ", 129 x 34, radius 5", 129, 34, 5, mode, WHOLE, BOTH)

const struct pmpp_case_spec mode_cases[] = {
    MODE_CASES("zero", CONV_ZERO),
    MODE_CASES("clamp", CONV_CLAMP),
    MODE_CASES("mirror", CONV_MIRROR),
    MODE_CASES("wrap", CONV_WRAP),
    PICTURE("mirror, 0 x 5", 0, 5, 1, CONV_MIRROR, WHOLE, BOTH),
    PICTURE("wrap, 5 x 0", 5, 0, 1, CONV_WRAP, WHOLE, BOTH),
    PICTURE("clamp, 61 x 47, radius 4, real numbers", 61, 47, 4, CONV_CLAMP, REAL, BOTH),
    PICTURE("wrap, 67 x 35, radius 3, only the last pixel is not 0", 67, 35, 3, CONV_WRAP, LAST, BOTH),
    PICTURE("mirror, 256 x 160, radius 3", 256, 160, 3, CONV_MIRROR, WHOLE, GATED),
    PICTURE("wrap, 2051 x 1537, radius 6", 2051, 1537, 6, CONV_WRAP, WHOLE, GPU),
    PICTURE("mirror, 8192 x 8192, 5 x 5", 8192, 8192, 2, CONV_MIRROR, WHOLE, PMPP_TIMED),
};

const struct pmpp_case_spec separable_cases[] = {
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
    ZERO("8192 x 8192, 7 + 7 taps", 8192, 8192, 3, WHOLE, PMPP_ON_GPU | PMPP_TIMED),
    ZERO("16384 x 16384, 7 + 7 taps", 16384, 16384, 3, WHOLE, PMPP_FULL),
    ZERO("16384 x 8192, 15 + 15 taps", 16384, 8192, 7, REAL, PMPP_FULL),
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

const struct pmpp_case_spec grid_cases[] = {
    GRID_CASES("fixed", CONV_FIXED),
    GRID_CASES("periodic", CONV_PERIODIC),
    GRID("fixed, 37 x 29, no step", 37, 29, 0, CONV_FIXED, WHOLE, BOTH),
    GRID("periodic, 0 x 5, 2 steps", 0, 5, 2, CONV_PERIODIC, WHOLE, BOTH),
    GRID("fixed, 5 x 0, 2 steps", 5, 0, 2, CONV_FIXED, WHOLE, BOTH),
    GRID("fixed, 0 x 5, no step", 0, 5, 0, CONV_FIXED, WHOLE, BOTH),
    GRID("fixed, 256 x 128, 1 step, whole tiles", 256, 128, 1, CONV_FIXED, WHOLE, BOTH),
    GRID("fixed, 516 x 520, 5 steps", 516, 520, 5, CONV_FIXED, WHOLE, BOTH),
    GRID("fixed, 482 x 545, 4 steps", 482, 545, 4, CONV_FIXED, WHOLE, BOTH),
    GRID("periodic, 1031 x 257, 3 steps, real numbers", 1031, 257, 3, CONV_PERIODIC, REAL, BOTH),
    GRID("periodic, 256 x 160, 3 steps", 256, 160, 3, CONV_PERIODIC, WHOLE, GATED),
    GRID("fixed, 2051 x 1537, 4 steps", 2051, 1537, 4, CONV_FIXED, WHOLE, GPU),
    GRID("fixed, 8192 x 8192, 1 step", 8192, 8192, 1, CONV_FIXED, WHOLE, PMPP_TIMED),
    GRID("periodic, 8192 x 8192, 4 steps", 8192, 8192, 4, CONV_PERIODIC, WHOLE, PMPP_TIMED),
};

#define BOX(label, nx, ny, nz, variant, where)                                                               \
  { label, {nx, ny, nz}, variant, where }

const struct pmpp_case_spec box_cases[] = {
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
    BOX("3 x 0 x 3", 3, 0, 3, WHOLE, BOTH),
    BOX("3 x 3 x 0", 3, 3, 0, WHOLE, BOTH),
    BOX("37 x 11 x 13, real numbers", 37, 11, 13, REAL, BOTH),
    BOX("128 x 32 x 32", 128, 32, 32, WHOLE, GATED),
    BOX("257 x 129 x 131", 257, 129, 131, WHOLE, GPU),
    BOX("512 x 512 x 512", 512, 512, 512, WHOLE, PMPP_TIMED),
};

#define LAYER(label, number, variant, where)                                                                 \
  { label, {number}, variant, where }

const struct pmpp_case_spec layer_cases[] = {
    LAYER("1 picture, 1 channel, 1 x 1, 1 filter 1 x 1", 0, WHOLE, BOTH),
    LAYER("1 picture, 1 channel, 5 x 4, 1 filter 3 x 3", 1, WHOLE, BOTH),
    LAYER("1 picture, 2 channels, 5 x 4, 1 filter 3 x 3", 2, WHOLE, BOTH),
    LAYER("1 picture, 1 channel, 5 x 4, 3 filters 3 x 3", 3, WHOLE, BOTH),
    LAYER("2 pictures, 3 channels, 7 x 5, 5 filters 3 x 3", 4, WHOLE, BOTH),
    LAYER("3 pictures, 5 channels, 3 x 2, 7 filters 7 x 7", 5, WHOLE, BOTH),
    LAYER("2 pictures, 33 channels, 6 x 7, 35 filters 1 x 1", 6, WHOLE, BOTH),
    LAYER("no picture", 7, WHOLE, BOTH),
    LAYER("no channel", 12, WHOLE, BOTH),
    LAYER("no row", 13, WHOLE, BOTH),
    LAYER("no column", 14, WHOLE, BOTH),
    LAYER("no filter", 15, WHOLE, BOTH),
    LAYER("2 pictures, 4 channels, 9 x 7, 6 filters 5 x 5, real numbers", 8, REAL, BOTH),
    LAYER("2 pictures, 5 channels, 35 x 33, 33 filters 3 x 3", 19, WHOLE, BOTH),
    LAYER("1 picture, 4 channels, 45 x 46, 70 filters 5 x 5, real numbers", 20, REAL, BOTH),
    // A pipeline of several stages that has less to copy than stages.
    LAYER("1 picture, 1 channel, 45 x 46, 34 filters 3 x 3", 21, WHOLE, BOTH),
    LAYER("1 picture, 3 channels, 45 x 46, 34 filters 3 x 3", 22, WHOLE, BOTH),
    LAYER("2 pictures, 8 channels, 16 x 16, 32 filters 3 x 3", 9, WHOLE, GATED),
    LAYER("17 pictures, 24 channels, 31 x 29, 40 filters 5 x 5", 10, WHOLE, GPU),
    LAYER("64 pictures, 64 channels, 56 x 56, 64 filters 3 x 3", 11, REAL, PMPP_TIMED),
};
