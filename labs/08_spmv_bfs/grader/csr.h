// Lab 08's sparse matrices and graphs: one structure for both, and where it comes from.
//
// A graph is the matrix of its edges: row v lists the vertices that v has an edge to. All functions here end the
// program with status 99 when there is no memory.
#ifndef LAB_08_CSR_H
#define LAB_08_CSR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Compressed sparse rows. Row r has the nonzeros offset[r] .. offset[r + 1] - 1, in ascending order of their columns;
// the generators may give a row the same column more than once.
struct csr {
  int64_t rows, columns, nonzeros;
  int64_t *offset; // rows + 1
  int32_t *column; // nonzeros, each in 0 .. columns - 1
  float *value;    // nonzeros, or NULL
};

struct edge {
  int32_t row, column;
};

// csr.c
void *csr_room(int64_t count, size_t size);
void csr_free(struct csr *m);
// With room for offsets and columns; offset is all 0.
struct csr csr_new(int64_t rows, int64_t columns, int64_t nonzeros);
// offset[r + 1] holds row r's length: now where the row ends.
void csr_add_up(struct csr *m);
// The edges (row, column) in the order of rows, a row's in the order of columns. `edge` is freed.
struct csr csr_from_edges(int64_t rows, int64_t columns, struct edge *edge, int64_t n);

// generators.c: made from a seed, the same on every machine
int64_t csr_below(uint64_t *random, int64_t n);
struct csr csr_uniform(int64_t rows, int64_t columns, int64_t nonzeros, uint64_t seed);
struct csr csr_rmat(int scale, int64_t edges, uint64_t seed);
struct csr csr_undirected(const struct csr *from);
struct csr csr_grid(int64_t width, int64_t height, bool own);
struct csr csr_chain(int64_t n);
struct csr csr_star(int64_t n, int64_t centre);
struct csr csr_empty_rows(int64_t rows, int64_t columns, int64_t nonzeros, int64_t step, uint64_t seed);
struct csr csr_dense_row(int64_t rows, int64_t columns, int64_t nonzeros, int64_t dense, uint64_t seed);
struct csr csr_disconnected(int64_t n, int64_t size, int64_t alone);

// applications.c
struct csr csr_mesh(int64_t side);
struct csr csr_road(int64_t width, int64_t height, uint64_t seed);
struct csr csr_circuit(int64_t n, uint64_t seed);
struct csr csr_web(int64_t n, uint64_t seed);
struct csr csr_program(int64_t rows, int64_t columns, uint64_t seed);

#endif
