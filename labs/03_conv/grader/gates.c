// Lab 03's gates: what the kernels may do at most, or must do at least. Here: lines, pictures, separable filters.
#include "gates.h"
#include "parts.h"
#include <math.h>

static double width(const struct pmpp_case *c) {
  return (double)c->spec->size[0];
}

double pixels(const struct pmpp_case *c) {
  return (double)c->spec->size[0] * (double)c->spec->size[1];
}

static double read_line(const struct pmpp_case *c) {
  return 4 * width(c);
}

double read_picture(const struct pmpp_case *c) {
  return 4 * pixels(c);
}

// Warps of 32 outputs, times the taps of a line's filter; 2 % for code whose edges take branches of their
// own.
static double line_steps(const struct pmpp_case *c) {
  return 1.02 * (2.0 * (double)c->spec->size[1] + 1) * ceil(width(c) / 32);
}

static double naive_loads(const struct pmpp_case *c) {
  return 2 * line_steps(c);
}

// A thread with eight outputs needs a tap once for all of them.
static double constant_steps(const struct pmpp_case *c) {
  return (2.0 * (double)c->spec->size[1] + 1) * ceil(width(c) / 32) / 8;
}

// A block of 256 threads that loads 256 elements can make 256 - 2r outputs of them; one that loads 256 + 2r
// makes 256, which is less a little. A filter's copy in shared memory may come on top, once a block.
static double line_bytes(const struct pmpp_case *c) {
  double r = (double)c->spec->size[1], tile = 256 - 2 * r;
  return 4 * width(c) * ((256 + 2 * r + 1) / tile + 1);
}

// A tile of 64 elements without a halo: of the 2r + 1 neighbours, its outputs load r (r + 1) / 64 from global memory, on average.
static double cached_line_bytes(const struct pmpp_case *c) {
  double r = (double)c->spec->size[1];
  return 4 * width(c) * (1 + r * (r + 1) / 64 + 1);
}

// The same in two dimensions, for tiles of 16 x 16 outputs: the smallest that many threads suggest.
static double halo_bytes(const struct pmpp_case *c) {
  double r = (double)c->spec->size[2], side = 16 + 2 * r, taps = (2 * r + 1) * (2 * r + 1);
  return 4 * pixels(c) * ((side * side + taps) / (16 * 16) + 1);
}

// A tile of T x T without a halo, T = 32: in either direction an output finds all but r (r + 1) / T of its 2r + 1 neighbours
// in the tile, on average; the others are loaded.
static double cached_bytes(const struct pmpp_case *c) {
  double r = (double)c->spec->size[2], side = 2 * r + 1, found = side - r * (r + 1) / 32;
  return 1.02 * 4 * pixels(c) * (1 + side * side - found * found + 1);
}

static double one_read_each(const struct pmpp_case *c) {
  return pixels(c) / 32;
}

static double one_read_of_line(const struct pmpp_case *c) {
  return width(c) / 32;
}

// Two passes, each over tiles of 16 x 16 without a halo.
static double cached_passes_bytes(const struct pmpp_case *c) {
  double r = (double)c->spec->size[2];
  return 1.02 * 4 * pixels(c) * (2 * (1 + r * (r + 1) / 16) + 2);
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

// Rows of a tile begin anywhere, cells beside it lie alone in their sectors: as much again as may be moved.
// Lanes that are a row apart waste seven eighths of what they load or store.
static double halo_waste(const struct pmpp_case *c) {
  return halo_bytes(c) / 32;
}

static double passes_waste(const struct pmpp_case *c) {
  return passes_bytes(c) / 32;
}

const struct pmpp_gate gates_1[] = {
    GATE_READ(read_line, "4 n"),
    GATE_SECTORS,
    GATE_LOADS(naive_loads, "1.02 x 2 (2r + 1) ceil(n / 32): an element and a tap for each step of each warp",
               "add up in a register; nothing but in[j] and filter[k] needs loading"),
};

const struct pmpp_gate gates_2[] = {
    GATE_READ(read_line, "4 n"),
    GATE_SECTORS,
    GATE_LOADS(line_steps, "1.02 (2r + 1) ceil(n / 32): an element for each step of each warp, and no tap",
               "read the taps from a __constant__ array, not from filter"),
    {EMU_constant_load_requests, PMPP_AT_LEAST, constant_steps, 0,
     "(2r + 1) ceil(n / 32) / 8: the taps come from constant memory, for eight outputs a thread or fewer",
     "declare a __constant__ array and copy filter into it with cudaMemcpyToSymbolAsync, device to device"},
    {EMU_constant_load_wavefronts, PMPP_AT_MOST, line_steps, 0,
     "1.02 (2r + 1) ceil(n / 32): one word for each step of each warp, for all lanes at once",
     "let all lanes of a warp read the same tap in the same step: index the constant array by the loop "
     "alone"},
};

const struct pmpp_gate gates_3[] = {
    GATE_READ(read_line, "4 n"),
    GATE_SECTORS,
    GATE_BYTES(cached_line_bytes,
               "4 n (1 + r (r + 1) / 64 + 1): a tile of 64 whose outputs load from global memory what lies "
               "beside it",
               "load the tile into shared memory, once; the loop reads the neighbours there"),
    {EMU_shared_load_requests, PMPP_AT_LEAST, one_read_of_line, 0,
     "n / 32: an output reads from shared memory once, or more often",
     "read the neighbours from a tile in shared memory, which the whole block has filled"},
    {EMU_shared_wavefronts_excess, PMPP_AT_MOST, NULL, 0,
     "0: 32 lanes, 32 different banks, or one word for all",
     "consecutive lanes should read consecutive words of shared memory: s[t + k]"},
    GATE_HALO(
        line_bytes, "4 n ((256 + 2r + 1) / (256 - 2r) + 1): each block loads its tile and the halo once",
        "load the tile and r elements on both sides into shared memory, once; the loop reads only there", 3),
};

#define HALO_FORMULA                                                                                         \
  "4 w h (((T + 2r)^2 + (2r + 1)^2) / T^2 + 1), T = 16: a block loads T x T pixels, the halo, and the "      \
  "taps, once"

#define GATE_TILE                                                                                            \
  GATE_BYTES(                                                                                                \
      cached_bytes,                                                                                          \
      "1.02 x 4 w h (1 + (2r + 1)^2 - (2r + 1 - r (r + 1) / 32)^2 + 1): a tile of 32 x 32 whose outputs "    \
      "load from global memory what lies beside it",                                                         \
      "load the tile into shared memory, once; choose it large enough"),                                     \
      {EMU_shared_load_requests,                                                                             \
       PMPP_AT_LEAST,                                                                                        \
       one_read_each,                                                                                        \
       0,                                                                                                    \
       "w h / 32: an output reads from shared memory once, or more often",                                   \
       "read the neighbours from a tile in shared memory, which the whole block has filled"},                \
      GATE_WASTE(halo_waste, "the bytes of a tile with its halo / 32: as many sectors again as they fill",   \
                 FILL_BY_ROWS)

const struct pmpp_gate gates_4[] = {
    GATE_READ(read_picture, "4 w h"),
    GATE_TILE,
    GATE_HALO(
        halo_bytes, HALO_FORMULA,
        "load the tile with r pixels on all sides into shared memory, once; choose the tile large enough", 4),
};

const struct pmpp_gate gates_5[] = {
    GATE_READ(read_picture, "4 w h"),
    GATE_TILE,
};

const struct pmpp_gate gates_6[] = {
    GATE_READ(read_picture, "4 w h"),
    GATE_BYTES(cached_passes_bytes,
               "1.02 x 4 w h (2 (1 + r (r + 1) / 16) + 2): two passes over tiles of 16 x 16, whose outputs "
               "load from "
               "global memory what lies beside the tile",
               "each pass, too, needs its tile in shared memory"),
    {EMU_shared_load_requests, PMPP_AT_MOST, passes_shared_loads, 0,
     "2 (2r + 1) ((1 + 2r / 32) + 1) w h / 32: in both passes 2r + 1 pixels and as many taps an output",
     "filter the rows first, then the columns of the result: 2r + 1 taps twice, not (2r + 1)^2"},
    GATE_WASTE(passes_waste, "the bytes allowed / 32: as many sectors again as they fill",
               "in the columns' pass, too, neighbouring lanes take neighbouring columns"),
    GATE_HALO(passes_bytes,
              "1.02 x 4 w h (2 (1 + 2r / 16) + 2): two passes over tiles of 16 x 16, read and written",
              "each pass, too, needs its tile and halo in shared memory", 3),
};
