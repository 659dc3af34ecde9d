// Lab 10's inputs and the arguments of each case.
#include "parts.h"

void exact(struct pmpp_buf *b) {
  b->abs_bound = b->rel_bound = 0;
  b->bound_text = "0: each operation is rounded once, in the given order";
}

void random_input(struct pmpp_case *c, struct pmpp_buf *b) {
  pmpp_fill_f32(b->data, b->arg.count, -1, 1, c->seed + (uint64_t)(b - c->buf));
}

void make_overlap(struct pmpp_case *c) {
  int64_t n = c->spec->size[N];
  struct pmpp_buf *x = pmpp_add(c, "x", PMPP_IN, PMPP_F32, n);
  random_input(c, x);
  struct pmpp_buf *y = pmpp_add(c, "y", PMPP_OUT, PMPP_F32, n);
  x->arg.place = y->arg.place = PMPP_HOST;
  exact(y);
  c->param[N] = n;
  c->param[CHUNK] = c->spec->size[CHUNK];
  c->floor_bytes = 8.0 * (double)n; // in device memory: a load and a store
  c->floor_ops = 24.0 * (double)n;
}

void make_boundary(struct pmpp_case *c) {
  int64_t rows = c->spec->size[ROWS], columns = c->spec->size[COLUMNS], steps = c->spec->size[STEPS];
  struct pmpp_buf *in = pmpp_add(c, "in", PMPP_IN, PMPP_F32, rows * columns);
  struct pmpp_buf *halos = pmpp_add(c, "halos", PMPP_IN, PMPP_F32, 2 * steps * columns);
  random_input(c, in);
  random_input(c, halos);
  pmpp_add(c, "scratch", PMPP_SCRATCH, PMPP_F32, cluster_scratch(rows, columns));
  struct pmpp_buf *out = pmpp_add(c, "out", PMPP_OUT, PMPP_F32, rows * columns);
  struct pmpp_buf *borders = pmpp_add(c, "borders", PMPP_OUT, PMPP_F32, 2 * steps * columns);
  in->columns = halos->columns = out->columns = borders->columns = columns;
  halos->arg.place = borders->arg.place = PMPP_HOST;
  exact(out);
  exact(borders);
  c->param[ROWS] = rows;
  c->param[COLUMNS] = columns;
  c->param[STEPS] = steps;
  c->floor_bytes = 8.0 * (double)(rows * columns * steps);
  c->floor_ops = 4.0 * (double)(rows * columns * steps);
}
