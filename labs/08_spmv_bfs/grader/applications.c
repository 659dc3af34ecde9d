// Lab 08's matrices that look as those of applications do, each made by a rule: what a row has, and where.
#include "csr.h"
#include "grader/task.h"
#include <stdlib.h>
#include <string.h>

struct list {
  struct edge *edge;
  int64_t n, room;
};

static void add(struct list *l, int64_t row, int64_t column) {
  if (l->n == l->room) {
    struct edge *more = csr_room(l->room = 2 * l->room + 1024, sizeof *more);
    if (l->n) memcpy(more, l->edge, (size_t)l->n * sizeof *more);
    free(l->edge);
    l->edge = more;
  }
  l->edge[l->n++] = (struct edge){(int32_t)row, (int32_t)column};
}

// A mesh of finite elements: side^3 nodes, each with itself and the nodes of the cubes around it, 27 in the interior.
struct csr csr_mesh(int64_t side) {
  struct list l = {0};
  for (int64_t v = 0; v < side * side * side; v++)
    for (int64_t k = 0; k < 27; k++) {
      int64_t x = v % side + k % 3 - 1, y = v / side % side + k / 3 % 3 - 1, z = v / side / side + k / 9 - 1;
      if (x >= 0 && x < side && y >= 0 && y < side && z >= 0 && z < side)
        add(&l, v, (z * side + y) * side + x);
    }
  return csr_from_edges(side * side * side, side * side * side, l.edge, l.n);
}

// A map of roads: crossings in a grid; of the roads between neighbours five in eight are there, both ways. Two or three a
// row, all of them near.
struct csr csr_road(int64_t width, int64_t height, uint64_t seed) {
  struct list l = {0};
  for (int64_t v = 0; v < width * height; v++) {
    int64_t to[2] = {v % width < width - 1 ? v + 1 : -1, v + width < width * height ? v + width : -1};
    for (int k = 0; k < 2; k++) {
      if (csr_below(&seed, 8) >= 5 || to[k] < 0) continue;
      add(&l, v, to[k]);
      add(&l, to[k], v);
    }
  }
  return csr_from_edges(width * height, width * height, l.edge, l.n);
}

// A circuit: each node has itself and two neighbours on average, most of them near; one node in 16 hangs on one of 64
// supplies, whose rows and columns are the only long ones.
struct csr csr_circuit(int64_t n, uint64_t seed) {
  struct list l = {0};
  for (int64_t v = 0; v < n; v++) {
    add(&l, v, v);
    for (int64_t k = csr_below(&seed, 5); k > 0; k--) {
      int64_t reach = INT64_C(1) << csr_below(&seed, 13), u = v + 1 + csr_below(&seed, reach);
      if (u >= n) continue;
      add(&l, v, u);
      add(&l, u, v);
    }
    int64_t supply = csr_below(&seed, 64);
    if (csr_below(&seed, 16) > 0 || supply >= n || supply == v) continue;
    add(&l, v, supply);
    add(&l, supply, v);
  }
  return csr_from_edges(n, n, l.edge, l.n);
}

// Pages and their links: most have three to six, three in a thousand have a thousand or more (a power law); three links in
// four stay among the 256 pages of the site, the others lead anywhere, to pages of small numbers most of all.
struct csr csr_web(int64_t n, uint64_t seed) {
  enum { SITE = 256, MOST = 4096 };
  struct list l = {0};
  for (int64_t v = 0; v < n; v++) {
    int64_t links = 3 * MOST / (1 + csr_below(&seed, MOST)), site = v / SITE * SITE;
    for (int64_t k = 0; k < links; k++) {
      int64_t a = csr_below(&seed, n), b = csr_below(&seed, n), near = site + csr_below(&seed, SITE);
      add(&l, v, csr_below(&seed, 4) > 0 && near < n ? near : (int64_t)((double)a * (double)b / (double)n));
    }
  }
  return csr_from_edges(n, n, l.edge, l.n);
}

// A linear program: blocks of 1000 rows with 12 nonzeros each among as many columns of their own, and 32 rows that tie the
// blocks together, each with every 16th column.
struct csr csr_program(int64_t rows, int64_t columns, uint64_t seed) {
  enum { BLOCK = 1000, TIES = 32 };
  struct list l = {0};
  for (int64_t r = 0; r < rows; r++) {
    if (r >= rows - TIES) {
      for (int64_t c = r % 16; c < columns; c += 16) add(&l, r, c);
      continue;
    }
    int64_t first = (r / BLOCK * BLOCK) % columns, left = columns - first;
    for (int k = 0; k < 12; k++) add(&l, r, first + csr_below(&seed, left < BLOCK ? left : BLOCK));
  }
  return csr_from_edges(rows, columns, l.edge, l.n);
}
