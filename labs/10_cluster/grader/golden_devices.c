// Lab 10's golden results of several devices: what one device makes of it, with the same operations in the same order.
#include "grader/die.h"
#include "parts.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- task 3 -----------------------------------------------------------------------------------------------

struct fault_3 {
  bool periodic_rows, periodic_columns, second_row, slabs_alone, by_number, first_halos, step_less;
  bool own_residual, summed_residual, kept_residual, residual_on_0; // task 4
  bool inner_residual;                                              // task 5
};

struct grid_3 {
  int64_t rows, columns;
  int *device_of;                 // of each row
  float *from, *to, *at_begin[2]; // before and after a step; before the first two
  int64_t step;
};

// Row r as row i sees it: as it is, unless it lies on another device and there is a fault. NULL: the grid ends.
static const float *seen(const struct grid_3 *g, int64_t r, int64_t i, struct fault_3 fault) {
  if ((r < 0 || r >= g->rows) && !fault.periodic_rows) return NULL;
  bool below = r > i;
  r = (r + g->rows) % g->rows;
  int apart = abs(g->device_of[r] - g->device_of[i]);
  if (apart && (fault.slabs_alone || (fault.by_number && apart > 1))) return NULL;
  if (apart && fault.first_halos) return g->at_begin[g->step % 2] + r * g->columns;
  int64_t behind = below ? r + 1 : r - 1;
  bool longer = behind >= 0 && behind < g->rows && g->device_of[behind] == g->device_of[r];
  return g->from + (apart && fault.second_row && longer ? behind : r) * g->columns;
}

static void step_of_grid(struct grid_3 *g, struct fault_3 fault) {
  for (int64_t i = 0; i < g->rows; i++) {
    const float *row = g->from + i * g->columns;
    const float *up = seen(g, i - 1, i, fault), *down = seen(g, i + 1, i, fault);
    for (int64_t j = 0; j < g->columns; j++) {
      bool edge = !up || !down || (!fault.periodic_columns && (j == 0 || j == g->columns - 1));
      float left = row[(j + g->columns - 1) % g->columns], right = row[(j + 1) % g->columns];
      g->to[i * g->columns + j] = edge ? row[j] : 0.25f * ((up[j] + down[j]) + (left + right));
    }
  }
}

// Row r is neither the first nor the last one of its slab.
static bool is_inner(const struct grid_3 *g, int64_t r) {
  const int *of = g->device_of;
  return r > 0 && r < g->rows - 1 && of[r - 1] == of[r] && of[r + 1] == of[r];
}

// Task 4: the greatest change of the last step, of a rank's rows; rank -1: of all.
static double change_of(const struct grid_3 *g, int64_t rank, bool inner) {
  double greatest = 0;
  for (int64_t k = 0; k < g->rows * g->columns; k++) {
    double change = fabsf(g->to[k] - g->from[k]);
    if (inner && !is_inner(g, k / g->columns)) continue;
    if ((rank < 0 || g->device_of[k / g->columns] == rank) && change > greatest) greatest = change;
  }
  return greatest;
}

static void residuals_of_step(struct pmpp_case *c, const struct grid_3 *g, struct fault_3 fault) {
  int64_t ranks = c->spec->size[RANKS], steps = c->spec->size[SLAB_STEPS];
  float sum = 0;
  for (int64_t r = 0; r < ranks; r++) sum += (float)change_of(g, r, false);
  for (int64_t r = 0; r < ranks && c->n_bufs > RESIDUALS; r++) {
    double *residual = (double *)c->buf[RESIDUALS].golden + r * steps + g->step;
    *residual = fault.summed_residual ? sum : change_of(g, fault.own_residual ? r : -1, fault.inner_residual);
    if (fault.residual_on_0 && r > 0) *residual = NAN;
    if (fault.kept_residual && g->step && residual[-1] > *residual) *residual = residual[-1];
  }
}

static void steps_of_grid(struct pmpp_case *c, struct grid_3 *g, struct fault_3 fault) {
  size_t bytes = (size_t)c->buf[GRID].arg.count * sizeof(float);
  memcpy(g->from, c->buf[GRID].data, bytes);
  for (; g->step < c->spec->size[SLAB_STEPS] - fault.step_less; g->step++) {
    if (g->step < 2) memcpy(g->at_begin[g->step], g->from, bytes);
    step_of_grid(g, fault);
    residuals_of_step(c, g, fault);
    float *old = g->from;
    g->from = g->to;
    g->to = old;
  }
  double *golden = c->buf[RESULT].golden;
  for (int64_t k = 0; k < c->buf[GRID].arg.count; k++) golden[k] = g->from[k];
}

static void jacobi_of_grid(struct pmpp_case *c, struct fault_3 fault) {
  const int64_t *rows = c->buf[SLABS].data;
  int64_t elements = c->buf[GRID].arg.count, row = 0;
  struct grid_3 g = {.rows = c->spec->size[SLAB_ROWS], .columns = c->spec->size[SLAB_COLUMNS]};
  float *all = malloc((size_t)elements * 4 * sizeof(float));
  g.device_of = malloc((size_t)g.rows * sizeof *g.device_of);
  if (!all || !g.device_of) die_infra("out of memory");
  for (int d = 0; d < (int)c->spec->size[DEVICES]; d++)
    for (int64_t r = 0; r < rows[d]; r++) g.device_of[row++] = d;
  g.from = all;
  g.to = all + elements;
  g.at_begin[0] = all + 2 * elements;
  g.at_begin[1] = all + 3 * elements;
  steps_of_grid(c, &g, fault);
  free(g.device_of);
  free(all);
}

void golden_peers(struct pmpp_case *c) {
  jacobi_of_grid(c, (struct fault_3){0});
}

static void periodic_rows(struct pmpp_case *c) {
  jacobi_of_grid(c, (struct fault_3){.periodic_rows = true});
}

static void periodic_columns(struct pmpp_case *c) {
  jacobi_of_grid(c, (struct fault_3){.periodic_columns = true});
}

static void second_row(struct pmpp_case *c) {
  jacobi_of_grid(c, (struct fault_3){.second_row = true});
}

static void step_less(struct pmpp_case *c) {
  jacobi_of_grid(c, (struct fault_3){.step_less = true});
}

static void slabs_alone(struct pmpp_case *c) {
  jacobi_of_grid(c, (struct fault_3){.slabs_alone = true});
}

static void by_number(struct pmpp_case *c) {
  jacobi_of_grid(c, (struct fault_3){.by_number = true});
}

static void first_halos(struct pmpp_case *c) {
  jacobi_of_grid(c, (struct fault_3){.first_halos = true});
}

const struct pmpp_mistake peers_mistakes[7] = {
    {"the rows are periodic: the first device has nothing above its slab, and the last one nothing below; "
     "the "
     "grid's edges keep their values",
     periodic_rows},
    {"the columns are periodic: column 0 and the last column are edges, which keep their values",
     periodic_columns},
    {"the halos are one row off: what a neighbour needs is the slab's first row, and its last one; not the "
     "rows "
     "behind them",
     second_row},
    {"the result is a step too old: after an even number of steps it is in a, after an odd number in b",
     step_less},
    {"the grid ends at a device without rows, with an edge on either side: neighbours are the next devices "
     "that "
     "have rows",
     by_number},
    {"no slab sees a halo: each keeps its first and its last row, as if the grid ended there", slabs_alone},
    {"the halos are those of the first two steps: each step needs new ones", first_halos},
};

// ---- task 4 -----------------------------------------------------------------------------------------------

void golden_staged(struct pmpp_case *c) {
  golden_peers(c);
}

static void own_residual(struct pmpp_case *c) {
  jacobi_of_grid(c, (struct fault_3){.own_residual = true});
}

static void summed_residual(struct pmpp_case *c) {
  jacobi_of_grid(c, (struct fault_3){.summed_residual = true});
}

static void residual_on_0(struct pmpp_case *c) {
  jacobi_of_grid(c, (struct fault_3){.residual_on_0 = true});
}

static void kept_residual(struct pmpp_case *c) {
  jacobi_of_grid(c, (struct fault_3){.kept_residual = true});
}

static void inner_residual(struct pmpp_case *c) {
  jacobi_of_grid(c, (struct fault_3){.inner_residual = true});
}

const struct pmpp_mistake staged_mistakes[12] = {
    {"the rows are periodic: rank 0 has nothing above its slab, and the last rank nothing below; "
     "MPI_PROC_NULL is a "
     "neighbour that neither sends nor receives",
     periodic_rows},
    {"the columns are periodic: column 0 and the last column are edges, which keep their values",
     periodic_columns},
    {"the halos are one row off: what a neighbour needs is the slab's first row, and its last one; not the "
     "rows behind "
     "them",
     second_row},
    {"the result is a step too old: after an even number of steps it is in a, after an odd number in b",
     step_less},
    {"the grid ends at a rank without rows, with an edge on either side: neighbours are the next ranks that "
     "have rows",
     by_number},
    {"no slab sees a halo: each keeps its first and its last row, as if the grid ended there", slabs_alone},
    {"the halos are those of the first two steps: each step needs new ones", first_halos},
    {"each rank has the residual of its own slab alone: MPI_Allreduce with MPI_MAX makes it the grid's, on "
     "every rank",
     own_residual},
    {"the ranks' residuals are added: the greatest change of the grid is the greatest of theirs, MPI_MAX",
     summed_residual},
    {"rank 0 has the residuals, and the other ranks have none: MPI_Allreduce gives them to all, MPI_Reduce "
     "to one",
     residual_on_0},
    {"a residual is the greatest change of all steps so far: each step begins with 0", kept_residual},
    {"the residual leaves out the first and the last row of each slab: fetch it after the kernel of these "
     "rows",
     inner_residual},
};
