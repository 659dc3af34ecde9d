// The contract of lab 08: a sparse matrix times a vector in seven ways, and breadth-first search in five.
#ifndef SPMV_BFS_H
#define SPMV_BFS_H

#include "worker/contract.h"

PMPP_CONTRACT_BEGIN

// ---- SpMV ------------------------------------------------------------------------------------------------

// Sparse matrices of `rows` rows and `columns` columns, in five formats. Rows, columns and `nonzeros` may be 0 and are
// below 2^31. The structs are in host memory, the arrays in device memory, each aligned to its element and no more.
// A row may have no nonzero, or all of them; a column may occur several times in a row: such values are added.

// Coordinates: nonzero k is value[k] at (row[k], column[k]); in ascending order of rows.
struct spmv_coo {
  int64_t rows, columns, nonzeros;
  const int32_t *row, *column;
  const float *value;
};

// Compressed sparse rows: row r has the nonzeros offset[r] .. offset[r + 1] - 1; offset has rows + 1 elements, offset[0]
// is 0, offset[rows] is nonzeros.
struct spmv_csr {
  int64_t rows, columns, nonzeros;
  const int32_t *offset, *column;
  const float *value;
};

// ELLPACK: every row has `width` places, filled from 0 on. Place j of row r is element j * rows + r of both arrays (there
// may be more than 2^31). A place that is not filled has column -1; its value means nothing.
struct spmv_ell {
  int64_t rows, columns, width;
  const int32_t *column;
  const float *value;
};

// Jagged diagonals: the rows in descending order of their lengths, the i-th of them is row permutation[i]; nothing is
// padded. Diagonal j has the j-th nonzero of every row that has so many, in this order: start[j] .. start[j + 1] - 1.
// `width` is the number of diagonals, the longest row's length; start has width + 1 elements.
struct spmv_jds {
  int64_t rows, columns, width;
  const int32_t *start, *permutation, *column;
  const float *value;
};

// The first ell.width nonzeros of each row in ELLPACK; of longer rows the rest in coordinates.
struct spmv_hyb {
  struct spmv_ell ell;
  struct spmv_coo rest;
};

// y becomes A x: rows elements, undefined before. x has `columns` elements; both are device pointers, aligned
// to 4 bytes. A and x are not changed; an element of x that no nonzero of a row selects does not affect that
// row (it may be NaN). The additions of a row may happen in any order.
// The functions launch kernels and set memory on the default stream: they do not allocate, copy or synchronise.
// They return 0, or the cudaError_t of what failed.
int spmv_1_coo_atomic(const struct spmv_coo *a, const float *x, float *y);
int spmv_2_csr_scalar(const struct spmv_csr *a, const float *x, float *y);
int spmv_3_csr_vector(const struct spmv_csr *a, const float *x, float *y);
int spmv_4_ell(const struct spmv_ell *a, const float *x, float *y);
int spmv_5_jds(const struct spmv_jds *a, const float *x, float *y);
int spmv_6_hyb(const struct spmv_hyb *a, const float *x, float *y);
// A solver multiplies by one matrix many times: work that depends on its offsets and columns alone is done
// once. spmv_7_csr_merge_plan is called before the products, and not timed; a->value is NULL, because the
// values may be others in each product. plan and scratch are device pointers, aligned to 256 bytes, of
// spmv_plan(rows, nonzeros) and spmv_scratch(rows, nonzeros) words, undefined before. All products get the
// same plan, and do not change it.
int spmv_7_csr_merge_plan(const struct spmv_csr *a, uint32_t *plan);
int spmv_7_csr_merge(const struct spmv_csr *a, const float *x, const uint32_t *plan, uint32_t *scratch,
                     float *y);

// ---- BFS -------------------------------------------------------------------------------------------------

// A directed graph with n >= 1 vertices, 0 .. n - 1, and m >= 0 edges, both below 2^31. The edges that leave vertex v
// are row[v] .. row[v + 1] - 1; row has n + 1 elements, row[0] is 0, row[n] is m. Edge e leads from from[e] to to[e].
// The edges of a vertex are in any order; an edge may be there several times, and may lead back to its own vertex.
// The struct is in host memory, the arrays are in device memory.
struct bfs_graph {
  int64_t n, m;
  const uint32_t *row, *from, *to;
};

// level[v] becomes the number of edges on a shortest path from source to v, -1 where there is none. Where a
// function has the argument parent, parent[v] becomes a vertex from which an edge leads to v and whose level
// is one less; source is its own parent, and vertices that are not reached have -1.
//
// scratch, level and parent are device pointers, aligned to 256 bytes. scratch has bfs_scratch(n) words of undefined
// content, free to use; what it held at the end of one call may be there at the begin of the next. The graph is not
// changed. The functions use the default stream; they may copy a few words to the host after each level, and wait for
// them. They do not allocate. They return 0, or the cudaError_t of what failed.
int bfs_8_vertex_push(const struct bfs_graph *g, uint32_t source, uint32_t *scratch, int32_t *level);
int bfs_9_edge_centric(const struct bfs_graph *g, uint32_t source, uint32_t *scratch, int32_t *level);
int bfs_10_frontier(const struct bfs_graph *g, uint32_t source, uint32_t *scratch, int32_t *level);
int bfs_11_privatised_frontier(const struct bfs_graph *g, uint32_t source, uint32_t *scratch, int32_t *level,
                               int32_t *parent);
// The graph is symmetric: with every edge from u to v it has one from v to u (as often), so row and to are also the edges
// that lead to a vertex.
int bfs_12_direction_optimising(const struct bfs_graph *g, uint32_t source, uint32_t *scratch, int32_t *level,
                                int32_t *parent);

PMPP_CONTRACT_END

// Words of scratch: one for each 64 rows and nonzeros together, and 4096 more. Words of plan: one for each two rows besides.
static inline int64_t spmv_plan(int64_t rows, int64_t nonzeros) {
  return (rows + nonzeros) / 64 + 4096 + (rows + 1) / 2;
}

static inline int64_t spmv_scratch(int64_t rows, int64_t nonzeros) {
  return (rows + nonzeros) / 64 + 4096;
}

// Words of scratch: four for each vertex, three bits for each, and 1024 more.
static inline int64_t bfs_scratch(int64_t n) {
  return 4 * n + 3 * (n / 32 + 64) + 1024;
}

#endif
