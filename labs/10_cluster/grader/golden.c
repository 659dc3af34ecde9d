// Lab 10's golden results: the same operations on the host in the same order, so that no bound is needed.
#include "grader/die.h"
#include "parts.h"
#include <stdlib.h>
#include <string.h>

// ---- task 1 -----------------------------------------------------------------------------------------------

void golden_overlap(struct pmpp_case *c) {
  const float *x = c->buf[X].data;
  double *y = c->buf[Y].golden;
  for (int64_t i = 0; i < c->spec->size[N]; i++) y[i] = cluster_map(x[i]);
}

static void copied_unchanged(struct pmpp_case *c) {
  const float *x = c->buf[X].data;
  double *y = c->buf[Y].golden;
  for (int64_t i = 0; i < c->spec->size[N]; i++) y[i] = x[i];
}

const struct pmpp_mistake overlap_mistakes[1] = {
    {"y is x unchanged: it depends on the order of the kernel and the copy back, and two streams have none "
     "without an event",
     copied_unchanged},
};

// ---- task 2 -----------------------------------------------------------------------------------------------

struct fault {
  bool halos_exchanged, one_halo, late_halos, periodic, edges_move, step_less;
  int of_four[4]; // of the four neighbours, above, below, left, right, which is taken in the place of each
};

// One step of `to` from `from`: both have a row above and a row below the block.
static void step(float *to, const float *from, int64_t rows, int64_t columns, struct fault fault) {
  for (int64_t r = 1; r <= rows; r++)
    for (int64_t j = 0; j < columns; j++) {
      const float *at = from + r * columns + j;
      bool edge = j == 0 || j == columns - 1;
      float left = at[j == 0 && fault.periodic ? columns - 1 : -1];
      float right = at[j == columns - 1 && fault.periodic ? 1 - columns : 1];
      float four[4] = {at[-columns], at[columns], left, right}, of[4];
      for (int k = 0; k < 4; k++) of[k] = four[(k + fault.of_four[k]) % 4];
      to[r * columns + j] =
          edge && !fault.periodic && !fault.edges_move ? *at : 0.25f * ((of[0] + of[1]) + (of[2] + of[3]));
    }
}

static void widen(double *to, const float *from, int64_t n) {
  for (int64_t i = 0; i < n; i++) to[i] = from[i];
}

static void jacobi(struct pmpp_case *c, struct fault fault) {
  int64_t rows = c->spec->size[ROWS], columns = c->spec->size[COLUMNS], steps = c->spec->size[STEPS];
  const float *halos = c->buf[HALOS].data;
  double *borders = c->buf[BORDERS].golden;
  size_t row = (size_t)columns * sizeof(float);
  float *both = calloc((size_t)cluster_scratch(rows, columns), sizeof(float));
  if (!both) die_infra("out of memory");
  float *from = both, *to = both + (rows + 2) * columns;
  memcpy(from + columns, c->buf[IN].data, (size_t)rows * row);
  for (int64_t s = 0; s < steps; s++) {
    const float *pair = halos + 2 * (fault.late_halos && s > 0 ? s - 1 : s) * columns;
    memcpy(from, pair + (fault.halos_exchanged ? columns : 0), row);
    memcpy(from + (rows + 1) * columns, pair + (fault.halos_exchanged || fault.one_halo ? 0 : columns), row);
    step(to, from, rows, columns, fault);
    widen(borders + 2 * s * columns, to + columns, columns);
    widen(borders + (2 * s + 1) * columns, to + rows * columns, columns);
    float *old = from;
    from = to;
    to = old;
  }
  widen(c->buf[OUT].golden, (fault.step_less ? to : from) + columns, rows * columns);
  free(both);
}

void golden_boundary(struct pmpp_case *c) {
  jacobi(c, (struct fault){0});
}

static void halos_exchanged(struct pmpp_case *c) {
  jacobi(c, (struct fault){.halos_exchanged = true});
}

static void one_halo(struct pmpp_case *c) {
  jacobi(c, (struct fault){.one_halo = true});
}

static void late_halos(struct pmpp_case *c) {
  jacobi(c, (struct fault){.late_halos = true});
}

static void periodic(struct pmpp_case *c) {
  jacobi(c, (struct fault){.periodic = true});
}

static void edges_move(struct pmpp_case *c) {
  jacobi(c, (struct fault){.edges_move = true});
}

static void step_less(struct pmpp_case *c) {
  jacobi(c, (struct fault){.step_less = true});
}

// One neighbour twice, another never.
#define TAKEN(name, ...)                                                                                     \
  static void name(struct pmpp_case *c) {                                                                    \
    jacobi(c, (struct fault){.of_four = __VA_ARGS__});                                                       \
  }
TAKEN(above_twice, {0, 3, 0, 0})
TAKEN(below_twice, {1, 0, 0, 0})
TAKEN(left_twice, {0, 0, 0, 3})
TAKEN(right_twice, {0, 0, 1, 0})

const struct pmpp_mistake boundary_mistakes[10] = {
    {"the element above is added twice, the one below never", above_twice},
    {"the element below is added twice, the one above never", below_twice},
    {"the element to the left is added twice, the one to the right never", left_twice},
    {"the element to the right is added twice, the one to the left never", right_twice},
    {"the halos are exchanged: of a step's two rows the first lies above the block, the second below",
     halos_exchanged},
    {"the halo below is the one above: of a step's two rows the second lies below the block", one_halo},
    {"the halo is that of the step before: step s needs rows 2 s and 2 s + 1 of halos", late_halos},
    {"the columns are periodic: column 0 and the last column are edges, which keep their values", periodic},
    {"the edges change: column 0 and the last column keep their values", edges_move},
    {"out is the other buffer, a step too few: after each step the two buffers change their parts",
     step_less},
};
