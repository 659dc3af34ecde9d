// Lab 08's inputs of BFS: a graph, and the sources of its searches.
#include "bfs.h"
#include "csr.h"
#include "spmv_bfs.h"

static void bfs_make(struct pmpp_case *c, bool with_parents) {
  const int64_t *size = c->spec->size;
  struct csr m = make_graph(c->spec->variant, size[0], size[1], c->seed);
  int64_t n = m.rows, sources = (c->spec->variant & (SYMMETRIC - 1)) == FROM_FILE ? FILE_SOURCES : size[2];
  struct pmpp_buf *row = pmpp_add(c, "row", PMPP_IN, PMPP_U32, n + 1),
                  *from = pmpp_add(c, "from", PMPP_IN, PMPP_U32, m.nonzeros),
                  *to = pmpp_add(c, "to", PMPP_IN, PMPP_U32, m.nonzeros),
                  *source = pmpp_add(c, "source", PMPP_IN, PMPP_U32, sources);
  source->arg.place = PMPP_HOST;
  pmpp_add(c, "scratch", PMPP_SCRATCH, PMPP_U32, bfs_scratch(n));
  pmpp_add(c, "level", PMPP_OUT, PMPP_I32, sources * n);
  if (with_parents) pmpp_add(c, "parent", PMPP_OUT, PMPP_I32, sources * n);

  uint32_t *r = row->data;
  for (int64_t v = 0; v <= n; v++) r[v] = (uint32_t)m.offset[v];
  for (int64_t v = 0; v < n; v++)
    for (uint32_t e = r[v]; e < r[v + 1]; e++) {
      ((uint32_t *)from->data)[e] = (uint32_t)v;
      ((uint32_t *)to->data)[e] = (uint32_t)m.column[e];
    }
  csr_free(&m);

  // Drawn sources have edges, as Graph500 asks: those without reach nothing.
  uint64_t random = c->seed + 1;
  for (int64_t k = 0; k < sources; k++) {
    int64_t v = csr_below(&random, n);
    while (r[v] == r[v + 1] && r[n] > 0) v = (v + 1) % n;
    ((uint32_t *)source->data)[k] = (uint32_t)(k == 0 && size[3] != DRAWN ? size[3] : v);
  }
}

void bfs_make_levels(struct pmpp_case *c) {
  bfs_make(c, false);
}
void bfs_make_tree(struct pmpp_case *c) {
  bfs_make(c, true);
}
