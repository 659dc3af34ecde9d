// Gates of the tasks with grids, boxes and layers.
#include "gates.h"
#include "parts.h"
#include <math.h>

static double read_box(const struct pmpp_case *c) {
  return 4 * pixels(c) * (double)c->spec->size[2];
}

static double read_layer(const struct pmpp_case *c) {
  return 4.0 * (double)c->buf[0].arg.count;
}

static double steps(const struct pmpp_case *c) {
  return (double)c->spec->size[2];
}

static double stencil_bytes(const struct pmpp_case *c) {
  return 4 * pixels(c) * steps(c) * (10 * 10 / 64.0 + 1);
}

static double box_bytes(const struct pmpp_case *c) {
  return read_box(c) * (34 * 10 / 256.0 * (1 + 2 / 8.0) + 1);
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

const struct pmpp_gate gates_7[] = {
    GATE_READ(read_picture, "4 w h"),
    {EMU_launches, PMPP_AT_MOST, steps, 0, "steps: a step needs one launch, and no copy after it",
     "alternate the buffers, and begin so that the last step writes out"},
    {EMU_device_copy_bytes, PMPP_AT_MOST, NULL, 0, "0: the last step's launch writes out itself",
     "count the steps from the end: the last one writes out, the one before it scratch"},
    GATE_BYTES(stencil_bytes, "4 w h steps (10 x 10 / (8 x 8) + 1): a tile of 8 x 8 cells with a halo of one",
               "load the tile and one cell around it into shared memory; each cell has five readers"),
    GATE_WASTE(stencil_waste, "the bytes allowed / 32: as many sectors again as they fill", FILL_BY_ROWS),
};

const struct pmpp_gate gates_8[] = {
    GATE_READ(read_box, "4 nx ny nz"),
    GATE_BYTES(box_bytes,
               "4 nx ny nz (34 x 10 / (32 x 8) x 10 / 8 + 1): 32 x 8 columns with a halo of one, 8 planes "
               "and one on both sides",
               "walk along z: the planes above and below are in registers, only the middle one is shared"),
    GATE_WASTE(box_waste, "the bytes allowed / 32: as many sectors again as they fill",
               "let the lanes of a warp run along x: neighbouring lanes, neighbouring cells"),
};

const struct pmpp_gate gates_9[] = {
    GATE_READ(read_layer, "4 n c h w"),
    GATE_BYTES(
        layer_bytes,
        "unfolding 8 D P, product 4 D (P ceil(F / 16) + F ceil(P / 16)) + 4 F P, where D = c (2r + 1)^2, "
        "P = n h w, F = filters: tiles of 16 x 16",
        "multiply in tiles: load 16 x 16 of both matrices into shared memory, use each element 16 times"),
    GATE_WASTE(layer_waste, "the bytes allowed / 64: half as many sectors again as they fill",
               "let neighbouring lanes write, and later load, neighbouring columns of one row of the matrix"),
};
