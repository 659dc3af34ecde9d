// Lab 08's half about BFS as the grader sees it: cases, golden results, points. tasks.c includes it.
#ifndef BFS_TASKS_H
#define BFS_TASKS_H

#include "bfs_gates.h"
#include "bfs_inputs.h"
#include "grader/task.h"

// ---- cases -----------------------------------------------------------------------------------------------

// size: n, degree (or rows of a grid), sources (the first is `first`, the others are drawn), first.
// From a file: vertex 0 and another.
enum { DRAWN = -1, FILE_SOURCES = 2 };
#define GRAPH(label, shape, n, degree, sources, first, where)                                                \
  { label, {n, degree, sources, first}, shape, where }
#define BFS_BOTH (PMPP_ON_EMU | PMPP_ON_GPU)

// D is 0 where edges lead one way, SYMMETRIC where they lead both ways; the smallest case that shows a fault comes first.
#define BFS_SMALL(D)                                                                                         \
  GRAPH("one vertex, no edge", CHAIN | D, 1, 0, 1, 0, BFS_BOTH),                                             \
      GRAPH("two vertices, one edge", CHAIN | D, 2, 0, 1, 0, BFS_BOTH),                                      \
      GRAPH("one vertex, one loop", BY_HAND | D, 1, 0, 1, 0, BFS_BOTH),                                      \
      GRAPH("n=5, loops, each edge three times", BY_HAND | D, 5, 0, 2, 1, BFS_BOTH),                         \
      GRAPH("n=5, a source that only a loop leaves", BY_HAND | D, 5, 0, 1, 3, BFS_BOTH),                     \
      GRAPH("chain, n=33", CHAIN | D, 33, 0, 1, 0, BFS_BOTH),                                                \
      GRAPH("chain, n=601, from its middle", CHAIN | D, 601, 0, 1, 300, BFS_BOTH),                           \
      GRAPH("star, n=300, from its middle", STAR | D, 300, 0, 1, 0, BFS_BOTH),                               \
      GRAPH("star, n=5001, from its middle", STAR | D, 5001, 0, 1, 0, BFS_BOTH),                             \
      GRAPH("star, n=5001, from its rim", STAR | SYMMETRIC, 5001, 0, 1, 4711, BFS_BOTH),                     \
      GRAPH("complete, n=67", COMPLETE, 67, 0, 2, 66, BFS_BOTH),                                             \
      GRAPH("uniform, n=257, degree 2", UNIFORM_EDGES | D, 257, 2, 3, DRAWN, BFS_BOTH),                      \
      GRAPH("uniform, n=1000, degree 8", UNIFORM_EDGES | D, 1000, 8, 2, DRAWN, BFS_BOTH),                    \
      GRAPH("two halves, n=1025", TWO_HALVES | D, 1025, 4, 3, DRAWN, BFS_BOTH),                              \
      GRAPH("grid, 31 x 33", GRID | SYMMETRIC, 31 * 33, 31, 2, 0, BFS_BOTH),                                 \
      GRAPH("binary tree, n=2047", BINARY_TREE | D, 2047, 0, 1, 0, BFS_BOTH),                                \
      GRAPH("R-MAT, n=1024, degree 8", RMAT | D, 1024, 8, 3, DRAWN, BFS_BOTH)

#define BFS_LARGE(D)                                                                                         \
  GRAPH("R-MAT, n=2^18, degree 16", RMAT | D, 1 << 18, 16, 4, DRAWN, PMPP_ON_GPU),                           \
      GRAPH("uniform, n=10^6, degree 8", UNIFORM_EDGES | D, 1000000, 8, 4, DRAWN, PMPP_ON_GPU),              \
      GRAPH("star, n=10^6, from its rim", STAR | SYMMETRIC, 1000000, 0, 1, 4711, PMPP_ON_GPU),               \
      GRAPH("grid, 1000 x 1001", GRID | SYMMETRIC, 1000 * 1001, 1000, 1, 0, PMPP_ON_GPU)

// More edges leave its middle than 16 bits can count.
#define BFS_BIG_STAR GRAPH("star, n=70001, from its middle", STAR | SYMMETRIC, 70001, 0, 1, 0, BFS_BOTH)

#define BFS_GRID_GATED GRAPH("grid, 48 x 64", GRID | SYMMETRIC, 48 * 64, 48, 1, 0, BFS_BOTH | PMPP_GATED)
#define BFS_RMAT_GATED                                                                                       \
  GRAPH("R-MAT, n=4096, degree 16", RMAT | SYMMETRIC, 4096, 16, 1, DRAWN, BFS_BOTH | PMPP_GATED)
#define BFS_TREE_GATED GRAPH("binary tree, n=16383", BINARY_TREE, 16383, 0, 1, 0, BFS_BOTH | PMPP_GATED)
#define BFS_TAIL_GATED                                                                                       \
  GRAPH("R-MAT with a chain of 200, n=4096", RMAT_TAIL | SYMMETRIC, 4096, 16, 1, DRAWN, BFS_BOTH | PMPP_GATED)

// Before the first sample the host makes the graph, and searches it from every source.
#define BFS_TIMED(label, n) GRAPH(label, RMAT | SYMMETRIC, n, 16, 16, DRAWN, PMPP_TIMED)
#define BFS_TIMED_20        BFS_TIMED("R-MAT, n=2^20, degree 16, 16 sources", 1 << 20)
#define BFS_TIMED_22        BFS_TIMED("R-MAT, n=2^22, degree 16, 16 sources", 1 << 22)
#define BFS_TIMED_24        BFS_TIMED("R-MAT, n=2^24, degree 16, 16 sources", 1 << 24)

static const struct pmpp_case_spec bfs_push_cases[] = {
    BFS_SMALL(0), BFS_GRID_GATED, BFS_RMAT_GATED, BFS_LARGE(0), BFS_TIMED_20,
};
static const struct pmpp_case_spec bfs_tree_cases[] = {
    BFS_SMALL(0), BFS_GRID_GATED, BFS_TREE_GATED, BFS_RMAT_GATED,
    BFS_LARGE(0), BFS_TIMED_20,   BFS_TIMED_22,   BFS_BIG_STAR,
};
static const struct pmpp_case_spec bfs_optimising_cases[] = {
    BFS_SMALL(SYMMETRIC),
    // Frontiers of several blocks before the rule says up, and after it says down.
    GRAPH("uniform, n=20011, degree 2", UNIFORM_EDGES | SYMMETRIC, 20011, 2, 1, DRAWN, BFS_BOTH),
    GRAPH("binary tree, n=32767", BINARY_TREE | SYMMETRIC, 32767, 0, 1, 0, BFS_BOTH),
    BFS_TAIL_GATED,
    BFS_RMAT_GATED,
    BFS_LARGE(SYMMETRIC),
    BFS_TIMED_20,
    BFS_TIMED_22,
    BFS_TIMED_24,
    BFS_BIG_STAR,
};

// ---- inputs ----------------------------------------------------------------------------------------------

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

static void bfs_make_levels(struct pmpp_case *c) {
  bfs_make(c, false);
}
static void bfs_make_tree(struct pmpp_case *c) {
  bfs_make(c, true);
}

// ---- golden results --------------------------------------------------------------------------------------

// A parent is right if it is one level nearer and has an edge to the vertex; with right levels, all parents that are
// right one by one make a tree.
static bool parent_right(const struct pmpp_buf *b, int64_t i, uint64_t bits) {
  const struct pmpp_case *c = b->context;
  struct host_graph g = graph_of(c);
  const int32_t *level = (const int32_t *)c->buf[BFS_LEVEL].golden + i / g.n * g.n;
  int64_t v = i % g.n, u = (int32_t)(uint32_t)bits;
  if (level[v] < 1) return (int32_t)(uint32_t)bits == ((const int32_t *)b->golden)[i];
  if (u < 0 || u >= g.n || level[u] != level[v] - 1) return false;
  // In a symmetric graph the edge back will do: a vertex of a million edges may be the parent of a million others.
  bool back = c->spec->variant & SYMMETRIC;
  int64_t at = back ? v : u, other = back ? u : v;
  for (uint32_t e = g.row[at]; e < g.row[at + 1]; e++)
    if (g.to[e] == other) return true;
  return false;
}

static void bfs_golden(struct pmpp_case *c) {
  struct host_graph g = graph_of(c);
  bool tree = c->n_bufs > BFS_PARENT;
  uint32_t *queue = csr_room(g.n, sizeof *queue);
  double edges = 0;
  for (int64_t k = 0; k < c->buf[BFS_SOURCES].arg.count; k++) {
    int32_t *level = (int32_t *)c->buf[BFS_LEVEL].golden + k * g.n;
    int32_t *parent = tree ? (int32_t *)c->buf[BFS_PARENT].golden + k * g.n : NULL;
    edges += (double)host_bfs(&g, ((const uint32_t *)c->buf[BFS_SOURCES].data)[k], queue, level, parent);
  }
  free(queue);
  // The least: every level (and parent) is stored. Operations are edges traversed, in a symmetric graph both directions
  // together, as Graph500 counts them.
  for (int k = BFS_LEVEL; k < c->n_bufs; k++) c->buf[k].ones_mean_something = true; // -1: not reached
  c->floor_bytes = 4.0 * (double)c->buf[BFS_LEVEL].arg.count * (tree ? 2 : 1);
  c->floor_ops = c->spec->variant & SYMMETRIC ? edges / 2 : edges;
  if (tree) {
    struct pmpp_buf *b = &c->buf[BFS_PARENT];
    b->accept = parent_right;
    b->context = c;
    b->bound_text = "any vertex one level nearer to the source that has an edge to this one";
  }
}

// Timed samples are all of the same graph and sources: another edge would cost the host a whole search.
static uint64_t bfs_patch(const struct pmpp_case *c, int arg, int64_t i, uint64_t random) {
  (void)random;
  return ((const uint32_t *)c->buf[arg].data)[i];
}
static void bfs_update(struct pmpp_case *c, int arg, int64_t i, uint64_t old) {
  (void)c, (void)arg, (void)i, (void)old;
}

#define BFS_LENGTH(a) (int)(sizeof(a) / sizeof((a)[0]))
#define BFS_TASK(cases_of, make_of, gates_of, of_file)                                                       \
  .cases = cases_of, .n_cases = BFS_LENGTH(cases_of), .make = make_of, .golden = bfs_golden,                 \
  .update = bfs_update, .patch_value = bfs_patch, .gates = gates_of, .n_gates = BFS_LENGTH(gates_of),        \
  .check_leaks = true, .synchronous = true, .ops_name = "edges", .file_variant = of_file

#endif
