// Lab 08's sparse matrices and graphs: memory, and the order of their nonzeros.
#include "csr.h"
#include <stdio.h>
#include <stdlib.h>

void *csr_room(int64_t count, size_t size) {
  void *p = calloc((size_t)count + 1, size);
  if (p) return p;
  fprintf(stderr, "lab08: no memory for %lld x %zu bytes\n", (long long)count, size);
  exit(99);
}

void csr_free(struct csr *m) {
  free(m->offset);
  free(m->column);
  free(m->value);
  *m = (struct csr){0};
}

struct csr csr_new(int64_t rows, int64_t columns, int64_t nonzeros) {
  return (struct csr){
      rows, columns, nonzeros, csr_room(rows + 1, sizeof(int64_t)), csr_room(nonzeros, sizeof(int32_t)),
      NULL};
}

void csr_add_up(struct csr *m) {
  for (int64_t r = 0; r < m->rows; r++) m->offset[r + 1] += m->offset[r];
}

// One pass of a radix sort: `to` gets the n edges of `from` in ascending order of CSR_DIGIT bits of their columns, or rows,
// from bit `shift` on; those with the same bits keep their order.
enum { CSR_DIGIT = 12 };

static void csr_sort_by(const struct edge *from, struct edge *to, int64_t n, bool by_row, int shift) {
  enum { DIGITS = 1 << CSR_DIGIT };
  int64_t place[DIGITS + 1] = {0};
  for (int64_t i = 0; i < n; i++)
    place[((by_row ? from[i].row : from[i].column) >> shift & (DIGITS - 1)) + 1]++;
  for (int d = 0; d < DIGITS; d++) place[d + 1] += place[d];
  for (int64_t i = 0; i < n; i++)
    to[place[(by_row ? from[i].row : from[i].column) >> shift & (DIGITS - 1)]++] = from[i];
}

// A radix sort, because a counting sort by whole rows writes to as many places as there are rows: three times as slow for
// 2^26 edges.
struct csr csr_from_edges(int64_t rows, int64_t columns, struct edge *edge, int64_t n) {
  struct edge *other = csr_room(n, sizeof *other);
  for (int by_row = 0; by_row < 2; by_row++)
    for (int shift = 0; ((by_row ? rows : columns) - 1) >> shift > 0; shift += CSR_DIGIT) {
      csr_sort_by(edge, other, n, by_row, shift);
      struct edge *sorted = other;
      other = edge;
      edge = sorted;
    }
  free(other);

  struct csr m = csr_new(rows, columns, n);
  for (int64_t i = 0; i < n; i++) {
    m.offset[edge[i].row + 1]++;
    m.column[i] = edge[i].column;
  }
  csr_add_up(&m);
  free(edge);
  return m;
}
