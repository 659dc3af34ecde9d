// Lab 08's matrices and graphs by their shapes: made from a seed, the same on every machine.
#include "csr.h"
#include "grader/task.h"
#include <stdlib.h>

// ---- by lists of edges -----------------------------------------------------------------------------------

int64_t csr_below(uint64_t *random, int64_t n) {
  return (int64_t)(pmpp_random(random) % (uint64_t)n);
}

// Every nonzero in any place: `nonzeros` of them, row lengths close to nonzeros / rows.
struct csr csr_uniform(int64_t rows, int64_t columns, int64_t nonzeros, uint64_t seed) {
  struct edge *edge = csr_room(nonzeros, sizeof *edge);
  for (int64_t i = 0; i < nonzeros; i++) {
    edge[i].row = (int32_t)csr_below(&seed, rows);
    edge[i].column = (int32_t)csr_below(&seed, columns);
  }
  return csr_from_edges(rows, columns, edge, nonzeros);
}

// One of 2^scale numbers for another, so that the numbers say nothing about a vertex's degree.
static int32_t csr_shuffled(uint64_t v, int scale, uint64_t seed) {
  uint64_t mask = (UINT64_C(1) << scale) - 1;
  for (int round = 0; round < 3; round++) {
    v = (v * ((seed & ~UINT64_C(7)) + 5) + (seed >> 20)) & mask;
    v ^= v >> ((scale + 1) / 2);
  }
  return (int32_t)v;
}

// R-MAT with Graph500's parameters: 2^scale vertices; each edge falls, once for each bit of its ends, into one of
// four quadrants with the probabilities a = 0.57, b = 0.19, c = 0.19, d = 0.05. Most vertices have few edges, some
// have none, a few have thousands. (Chakrabarti, Zhan, Faloutsos: R-MAT, SDM 2004; Graph500 specification, section
// "Generating the edge list".)
struct csr csr_rmat(int scale, int64_t edges, uint64_t seed) {
  enum { A = (int)(0.57 * 65536), B = (int)(0.76 * 65536), C = (int)(0.95 * 65536) };
  uint64_t names = pmpp_random(&seed);
  struct edge *edge = csr_room(edges, sizeof *edge);
  for (int64_t i = 0; i < edges; i++) {
    uint64_t row = 0, column = 0, bits = 0;
    for (int level = 0; level < scale; level++, bits >>= 16) {
      if (level % 4 == 0) bits = pmpp_random(&seed);
      int number = (int)(bits & 65535);
      row = 2 * row + (number >= B);
      column = 2 * column + ((number >= A && number < B) || number >= C);
    }
    edge[i].row = csr_shuffled(row, scale, names);
    edge[i].column = csr_shuffled(column, scale, names);
  }
  return csr_from_edges(INT64_C(1) << scale, INT64_C(1) << scale, edge, edges);
}

// The graph with every edge in both directions, each once, none from a vertex to itself: what an undirected graph is.
struct csr csr_undirected(const struct csr *from) {
  struct edge *edge = csr_room(2 * from->nonzeros, sizeof *edge);
  int64_t n = 0;
  for (int64_t r = 0; r < from->rows; r++)
    for (int64_t k = from->offset[r]; k < from->offset[r + 1]; k++) {
      if (from->column[k] == r) continue;
      edge[n++] = (struct edge){(int32_t)r, from->column[k]};
      edge[n++] = (struct edge){from->column[k], (int32_t)r};
    }
  struct csr m = csr_from_edges(from->rows, from->columns, edge, n);

  int64_t kept = 0, begin = 0;
  for (int64_t r = 0; r < m.rows; r++) {
    int64_t end = m.offset[r + 1], first = kept;
    for (int64_t k = begin; k < end; k++)
      if (kept == first || m.column[kept - 1] != m.column[k]) m.column[kept++] = m.column[k];
    begin = end;
    m.offset[r + 1] = kept;
  }
  m.nonzeros = kept;
  return m;
}

// ---- row by row ------------------------------------------------------------------------------------------

// Points of a width x height grid and their neighbours to the left, right, above and below; with `own` each point too
// (the five-point stencil as a matrix).
struct csr csr_grid(int64_t width, int64_t height, bool own) {
  int64_t n = width * height, most = n * (own ? 5 : 4);
  struct csr m = csr_new(n, n, most);
  int64_t k = 0;
  for (int64_t v = 0; v < n; v++) {
    if (v >= width) m.column[k++] = (int32_t)(v - width);
    if (v % width) m.column[k++] = (int32_t)(v - 1);
    if (own) m.column[k++] = (int32_t)v;
    if (v % width < width - 1) m.column[k++] = (int32_t)(v + 1);
    if (v + width < n) m.column[k++] = (int32_t)(v + width);
    m.offset[v + 1] = k;
  }
  m.nonzeros = k;
  return m;
}

// n vertices in a line, each with an edge to its neighbours.
struct csr csr_chain(int64_t n) {
  return csr_grid(n, n > 0, false);
}

// Vertex `centre` has an edge to every other one, and every other one to it: one dense row, one dense column.
struct csr csr_star(int64_t n, int64_t centre) {
  struct csr m = csr_new(n, n, n ? 2 * (n - 1) : 0);
  int64_t k = 0;
  for (int64_t v = 0; v < n; v++) {
    if (v != centre) m.column[k++] = (int32_t)centre;
    for (int64_t u = 0; v == centre && u < n; u++)
      if (u != centre) m.column[k++] = (int32_t)u;
    m.offset[v + 1] = k;
  }
  return m;
}

// Only every `step`-th row has nonzeros, and none of the last quarter: the rest of the rows are empty.
struct csr csr_empty_rows(int64_t rows, int64_t columns, int64_t nonzeros, int64_t step, uint64_t seed) {
  int64_t filled = (rows - rows / 4 + step - 1) / step;
  struct csr few = csr_uniform(filled, columns, nonzeros, seed), m = csr_new(rows, columns, 0);
  for (int64_t r = 0; r < filled; r++) m.offset[r * step + 1] = few.offset[r + 1] - few.offset[r];
  csr_add_up(&m);
  free(m.column);
  m.column = few.column;
  m.nonzeros = nonzeros;
  free(few.offset);
  return m;
}

// Uniform, and row `dense` has every column once.
struct csr csr_dense_row(int64_t rows, int64_t columns, int64_t nonzeros, int64_t dense, uint64_t seed) {
  struct csr rest = csr_uniform(rows, columns, nonzeros, seed),
             m = csr_new(rows, columns, nonzeros + columns);
  int64_t k = 0;
  for (int64_t r = 0; r < rows; r++) {
    for (int64_t i = rest.offset[r]; r != dense && i < rest.offset[r + 1]; i++)
      m.column[k++] = rest.column[i];
    for (int64_t c = 0; r == dense && c < columns; c++) m.column[k++] = (int32_t)c;
    m.offset[r + 1] = k;
  }
  m.nonzeros = k;
  csr_free(&rest);
  return m;
}

// Graphs of `size` vertices each, side by side with no edge between them, and after each of them `alone` vertices
// without any edge: chains and stars in turn. n vertices in all; the last graph may be cut off.
struct csr csr_disconnected(int64_t n, int64_t size, int64_t alone) {
  struct csr m = csr_new(n, n, 2 * n);
  int64_t k = 0;
  for (int64_t v = 0; v < n; v++) {
    int64_t period = size + alone, first = v / period * period, end = first + size < n ? first + size : n;
    bool star = v / period % 2, hub = star && v == first;
    int64_t from = star || v == first ? first : v - 1, to = hub ? end : star ? first + 1 : v + 2;
    for (int64_t u = from; v < end && u < to && u < end; u++)
      if (u != v) m.column[k++] = (int32_t)u;
    m.offset[v + 1] = k;
  }
  m.nonzeros = k;
  return m;
}
