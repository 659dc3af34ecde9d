// Lab 08's graphs: lists of edges of many shapes, turned into rows; and the breadth-first search that is right.
#ifndef BFS_INPUTS_H
#define BFS_INPUTS_H

#include "grader/task.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct edges {
  int64_t n, m, room;
  uint32_t *from, *to;
};

static void *bfs_room(int64_t bytes) {
  void *p = malloc(bytes ? (size_t)bytes : 1);
  if (p) return p;
  fprintf(stderr, "lab 08: no memory for %lld bytes\n", (long long)bytes);
  exit(99);
}

static void add_edge(struct edges *g, int64_t from, int64_t to) {
  if (g->m == g->room) {
    g->room = g->room ? 2 * g->room : 1024;
    g->from = realloc(g->from, (size_t)g->room * 4);
    g->to = realloc(g->to, (size_t)g->room * 4);
    if (!g->from || !g->to) bfs_room(INT64_MAX);
  }
  g->from[g->m] = (uint32_t)from;
  g->to[g->m++] = (uint32_t)to;
}

static int64_t bfs_below(uint64_t *random, int64_t n) {
  return (int64_t)(((unsigned __int128)pmpp_random(random) * (uint64_t)n) >> 64);
}

enum shape {
  BY_HAND,       // a few vertices: loops, duplicates, edges that come only in
  CHAIN,         // 0 - 1 - 2 - ...
  STAR,          // 0 in the middle
  GRID,          // degree rows, n / degree columns
  BINARY_TREE,   // v leads to 2v + 1 and 2v + 2: every vertex is found over one edge
  COMPLETE,      // every vertex leads to every other
  UNIFORM_EDGES, // degree x n edges between vertices drawn at random: loops and duplicates among them
  TWO_HALVES,    // two uniform graphs without an edge between them
  RMAT,          // n is a power of 2; skewed degrees, many vertices without edges
  RMAT_TAIL, // the first half an R-MAT graph, and a chain of 200 that leads away from its vertex of highest degree
};

// Graph500's parameters: A = 0.57, B = C = 0.19, D = 0.05; the bits of a vertex are dealt out level by level, and the
// numbers are shuffled afterwards, so that they tell nothing about degrees. n is a power of 2.
static void rmat(struct edges *g, int64_t n, int64_t m, uint64_t *random) {
  uint32_t *name = bfs_room(n * 4);
  for (int64_t i = 0; i < n; i++) name[i] = (uint32_t)i;
  for (int64_t i = n - 1; i > 0; i--) {
    int64_t j = bfs_below(random, i + 1);
    uint32_t swap = name[i];
    name[i] = name[j], name[j] = swap;
  }
  for (int64_t k = 0; k < m; k++) {
    int64_t from = 0, to = 0;
    for (int64_t bit = n / 2; bit > 0; bit /= 2) {
      double x = (double)(pmpp_random(random) >> 11) * 0x1p-53;
      if (x >= 0.76) from += bit;
      if ((x >= 0.57 && x < 0.76) || x >= 0.95) to += bit;
    }
    add_edge(g, name[from], name[to]);
  }
  free(name);
}

static void make_shape(struct edges *g, enum shape shape, int64_t n, int64_t degree, uint64_t seed) {
  uint64_t random = seed;
  g->n = n;
  switch (shape) {
  case BY_HAND:
    for (int64_t v = 0; v < n; v++) add_edge(g, v, v);
    for (int k = 0; n > 3 && k < 3; k++) add_edge(g, 1, 2), add_edge(g, 2, 0), add_edge(g, n - 1, 1);
    break;
  case CHAIN:
    for (int64_t v = 0; v + 1 < n; v++) add_edge(g, v, v + 1);
    break;
  case STAR:
    for (int64_t v = 1; v < n; v++) add_edge(g, 0, v);
    break;
  case GRID:
    for (int64_t v = 0; v < n; v++) {
      if ((v + 1) % (n / degree) != 0) add_edge(g, v, v + 1);
      if (v + n / degree < n) add_edge(g, v, v + n / degree);
    }
    break;
  case BINARY_TREE:
    for (int64_t v = 1; v < n; v++) add_edge(g, (v - 1) / 2, v);
    break;
  case COMPLETE:
    for (int64_t v = 0; v < n; v++)
      for (int64_t u = 0; u < n; u++) add_edge(g, v, u);
    break;
  case UNIFORM_EDGES:
    for (int64_t k = 0; k < degree * n; k++) {
      int64_t from = bfs_below(&random, n);
      add_edge(g, from, bfs_below(&random, n));
    }
    break;
  case TWO_HALVES:
    for (int64_t k = 0; k < degree * n; k++) {
      int64_t from = bfs_below(&random, n), half = from < n / 2 ? 0 : n / 2;
      add_edge(g, from, half + bfs_below(&random, half ? n - half : n / 2));
    }
    break;
  case RMAT:
    rmat(g, n, degree * n, &random);
    break;
  case RMAT_TAIL:
    rmat(g, n / 2, degree * n / 2, &random);
    add_edge(g, g->to[0], n / 2);
    for (int64_t v = n / 2; v < n / 2 + 200; v++) add_edge(g, v, v + 1);
    break;
  }
}

// ---- rows ------------------------------------------------------------------------------------------------

struct host_graph {
  int64_t n, m;
  const uint32_t *row, *from, *to;
};

// Counting sort by `from`; edges of a vertex stay in the order in which they were added.
static void make_rows(const struct edges *e, uint32_t *row, uint32_t *from, uint32_t *to) {
  memset(row, 0, (size_t)(e->n + 1) * 4);
  for (int64_t k = 0; k < e->m; k++) row[e->from[k] + 1]++;
  for (int64_t v = 0; v < e->n; v++) row[v + 1] += row[v];
  uint32_t *next = bfs_room(e->n * 4);
  memcpy(next, row, (size_t)e->n * 4);
  for (int64_t k = 0; k < e->m; k++) {
    uint32_t place = next[e->from[k]]++;
    from[place] = e->from[k];
    to[place] = e->to[k];
  }
  free(next);
}

// ---- the search that is right ----------------------------------------------------------------------------

// queue gets the reached vertices in the order of their levels. parent may be NULL. Returns the number of edges that
// leave reached vertices.
static int64_t host_bfs(const struct host_graph *g, uint32_t source, uint32_t *queue, int32_t *level,
                        int32_t *parent) {
  for (int64_t v = 0; v < g->n; v++) level[v] = -1;
  for (int64_t v = 0; parent && v < g->n; v++) parent[v] = -1;
  int64_t reached = 1, edges = 0;
  queue[0] = source;
  level[source] = 0;
  if (parent) parent[source] = (int32_t)source;
  for (int64_t i = 0; i < reached; i++) {
    uint32_t v = queue[i];
    edges += g->row[v + 1] - g->row[v];
    for (uint32_t e = g->row[v]; e < g->row[v + 1]; e++) {
      uint32_t u = g->to[e];
      if (level[u] != -1) continue;
      level[u] = level[v] + 1;
      if (parent) parent[u] = (int32_t)v;
      queue[reached++] = u;
    }
  }
  return edges;
}

#endif
