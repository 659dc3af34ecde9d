// Lab 08's graphs for BFS, by their shapes.
#include "bfs.h"
#include "csr.h"
#include "matrix_file.h"
#include <stdlib.h>
#include <string.h>

struct edge_list {
  int64_t n, room;
  struct edge *edge;
  bool both_ways;
};

static void add_edge(struct edge_list *l, int64_t from, int64_t to) {
  if (l->n + 2 > l->room) {
    struct edge *more = csr_room(l->room = 2 * l->room + 1024, sizeof *more);
    if (l->n) memcpy(more, l->edge, (size_t)l->n * sizeof *more);
    free(l->edge);
    l->edge = more;
  }
  l->edge[l->n++] = (struct edge){(int32_t)from, (int32_t)to};
  if (l->both_ways) l->edge[l->n++] = (struct edge){(int32_t)to, (int32_t)from};
}

static int log2_of(int64_t n) {
  int scale = 0;
  while (INT64_C(1) << scale < n) scale++;
  return scale;
}

// Symmetric graphs of these two have neither loops nor duplicates: they are undirected graphs.
static struct csr undirected(struct csr m, bool both_ways) {
  if (!both_ways) return m;
  struct csr u = csr_undirected(&m);
  csr_free(&m);
  return u;
}

// As many vertices as rows or columns, whichever are more; one at least.
static struct csr graph_of_file(void) {
  const struct csr *m = &csr_of_file;
  struct edge_list l = {0};
  int64_t n = m->rows > m->columns ? m->rows : m->columns;
  for (int64_t r = 0; r < m->rows; r++)
    for (int64_t k = m->offset[r]; k < m->offset[r + 1]; k++) add_edge(&l, r, m->column[k]);
  return csr_from_edges(n > 0 ? n : 1, n > 0 ? n : 1, l.edge, l.n);
}

struct csr make_graph(int variant, int64_t n, int64_t degree, uint64_t seed) {
  bool both_ways = variant & SYMMETRIC;
  struct edge_list l = {.both_ways = both_ways};
  switch ((enum shape)(variant & (SYMMETRIC - 1))) {
  case GRID:
    return csr_grid(n / degree, degree, false);
  case UNIFORM_EDGES:
    return undirected(csr_uniform(n, n, degree * n, seed), both_ways);
  case RMAT:
    return undirected(csr_rmat(log2_of(n), degree * n, seed), both_ways);
  case FROM_FILE:
    return undirected(graph_of_file(), both_ways);
  case BY_HAND:
    for (int64_t v = 0; v < n; v++) add_edge(&l, v, v);
    for (int k = 0; n > 3 && k < 3; k++) add_edge(&l, 1, 2), add_edge(&l, 2, 0), add_edge(&l, n - 1, 1);
    break;
  case CHAIN:
    for (int64_t v = 0; v + 1 < n; v++) add_edge(&l, v, v + 1);
    break;
  case STAR:
    for (int64_t v = 1; v < n; v++) add_edge(&l, 0, v);
    break;
  case BINARY_TREE:
    for (int64_t v = 1; v < n; v++) add_edge(&l, (v - 1) / 2, v);
    break;
  case COMPLETE:
    for (int64_t k = 0; k < n * n; k++) add_edge(&l, k / n, k % n);
    break;
  case TWO_HALVES:
    for (int64_t k = 0; k < degree * n; k++) {
      int64_t from = csr_below(&seed, n), half = from < n / 2 ? 0 : n / 2;
      add_edge(&l, from, half + csr_below(&seed, half ? n - half : n / 2));
    }
    break;
  case RMAT_TAIL: {
    struct csr m = csr_rmat(log2_of(n / 2), degree * n / 2, seed);
    for (int64_t v = 0; v < n / 2; v++)
      for (int64_t k = m.offset[v]; k < m.offset[v + 1]; k++) add_edge(&l, v, m.column[k]);
    add_edge(&l, m.column[0], n / 2);
    for (int64_t v = n / 2; v < n / 2 + 200; v++) add_edge(&l, v, v + 1);
    csr_free(&m);
    break;
  }
  default:
    break;
  }
  return csr_from_edges(n, n, l.edge, l.n);
}
