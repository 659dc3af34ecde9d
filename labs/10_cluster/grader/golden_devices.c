// Lab 10's golden results of several devices: what one device makes of it, with the same operations in the same order.
#include "grader/die.h"
#include "parts.h"
#include <stdlib.h>
#include <string.h>

// ---- task 3 -----------------------------------------------------------------------------------------------

struct fault_3 {
  bool periodic_rows, periodic_columns, edges_move, step_less, second_row, by_number;
};

// The row that the mistake takes in place of row r: of the neighbour's slab the one behind its border.
static int64_t row_taken(const struct pmpp_case *c, int64_t r, int64_t from, struct fault_3 fault) {
  const int64_t *rows = c->buf[SLABS].data;
  int64_t end = 0, of = 0, to = 0, begin = 0, length = 0;
  if (!fault.second_row) return r;
  for (int d = 0; d < (int)c->spec->size[DEVICES]; d++) {
    if (r >= end && r < end + rows[d]) of = d, begin = end, length = rows[d];
    if (from >= end && from < end + rows[d]) to = d;
    end += rows[d];
  }
  if (of == to || length < 2) return r;
  return r < from ? begin + length - 2 : begin + 1;
}

static void step_of_grid(float *to, const float *from, const struct pmpp_case *c, struct fault_3 fault) {
  int64_t rows = c->spec->size[SLAB_ROWS], columns = c->spec->size[SLAB_COLUMNS];
  for (int64_t i = 0; i < rows; i++)
    for (int64_t j = 0; j < columns; j++) {
      const float *row = from + i * columns;
      bool edge_row = !fault.periodic_rows && (i == 0 || i == rows - 1);
      bool edge_column = !fault.periodic_columns && (j == 0 || j == columns - 1);
      int64_t above = row_taken(c, (i + rows - 1) % rows, i, fault);
      int64_t below = row_taken(c, (i + 1) % rows, i, fault);
      float left = row[(j + columns - 1) % columns], right = row[(j + 1) % columns];
      to[i * columns + j] =
          edge_row || edge_column
              ? row[j]
              : 0.25f * ((from[above * columns + j] + from[below * columns + j]) + (left + right));
    }
}

static void jacobi_of_grid(struct pmpp_case *c, struct fault_3 fault) {
  int64_t elements = c->buf[GRID].arg.count, steps = c->spec->size[SLAB_STEPS] - fault.step_less;
  double *golden = c->buf[RESULT].golden;
  float *both = malloc((size_t)elements * 2 * sizeof(float));
  if (!both) die_infra("out of memory");
  float *from = both, *to = both + elements;
  memcpy(from, c->buf[GRID].data, (size_t)elements * sizeof(float));
  for (int64_t s = 0; s < steps; s++) {
    step_of_grid(to, from, c, fault);
    float *old = from;
    from = to;
    to = old;
  }
  for (int64_t k = 0; k < elements; k++) golden[k] = from[k];
  free(both);
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

const struct pmpp_mistake peers_mistakes[4] = {
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
};
