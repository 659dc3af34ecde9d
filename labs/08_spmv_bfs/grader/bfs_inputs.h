// Lab 08's graphs for BFS, by their shapes; and the breadth-first search that is right.
#ifndef BFS_INPUTS_H
#define BFS_INPUTS_H

#include "generators.h"
#include "matrix_file.h"

enum shape {
  BY_HAND,       // a few vertices: loops, edges that are there three times, a vertex that no edge enters
  CHAIN,         // 0 to 1 to 2 ...
  STAR,          // 0 in the middle
  GRID,          // `degree` rows of n / degree vertices, edges both ways
  BINARY_TREE,   // v leads to 2v + 1 and 2v + 2: every vertex is found over one edge
  COMPLETE,      // every vertex leads to every one, itself too
  UNIFORM_EDGES, // degree x n edges between vertices drawn at random
  TWO_HALVES,    // two such graphs without an edge between them; loops and duplicates among their edges
  RMAT,          // n is a power of 2
  RMAT_TAIL,     // the first half an R-MAT graph, then a chain of 200 that hangs on it
  FROM_FILE,     // an edge for each nonzero of csr_of_file, whatever its value
  SYMMETRIC = 64 // or-ed to the others: with every edge also the one back
};

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

static struct csr make_graph(int variant, int64_t n, int64_t degree, uint64_t seed) {
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

struct host_graph {
  int64_t n, m;
  const uint32_t *row, *from, *to;
};

// ---- the search that is right ----------------------------------------------------------------------------

// queue gets the reached vertices in the order of their levels. parent may be NULL. Returns the number of edges that
// leave reached vertices.
static int64_t host_bfs(const struct host_graph *g, uint32_t source, uint32_t *queue, int32_t *level,
                        int32_t *parent) {
  for (int64_t v = 0; v < g->n; v++) level[v] = -1;
  for (int64_t v = 0; parent && v < g->n; v++) parent[v] = -1;
  // A bit for each vertex that is reached: an edge is looked up in what a cache holds, where levels do not fit into one.
  uint64_t *bits = csr_room(g->n / 64 + 1, sizeof *bits);
  int64_t reached = 1, edges = 0;
  queue[0] = source;
  level[source] = 0;
  bits[source / 64] = UINT64_C(1) << source % 64;
  if (parent) parent[source] = (int32_t)source;
  for (int64_t i = 0; i < reached; i++) {
    uint32_t v = queue[i];
    // Neighbours of the next vertices lie anywhere in memory: their loads are under way in good time.
    if (i + 8 < reached) __builtin_prefetch(&g->row[queue[i + 8]]);
    if (i + 4 < reached) __builtin_prefetch(&g->to[g->row[queue[i + 4]]]);
    edges += g->row[v + 1] - g->row[v];
    for (uint32_t e = g->row[v]; e < g->row[v + 1]; e++) {
      uint32_t u = g->to[e];
      if (bits[u / 64] >> u % 64 & 1) continue;
      bits[u / 64] |= UINT64_C(1) << u % 64;
      level[u] = level[v] + 1;
      if (parent) parent[u] = (int32_t)v;
      queue[reached++] = u;
    }
  }
  free(bits);
  return edges;
}

#endif
