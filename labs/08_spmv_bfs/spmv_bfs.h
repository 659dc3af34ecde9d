// The contract of lab 08: breadth-first search in five ways, from all vertices at every level to the edges that matter.
#ifndef SPMV_BFS_H
#define SPMV_BFS_H

#include "worker/contract.h"

PMPP_CONTRACT_BEGIN

// A directed graph with n >= 1 vertices, 0 .. n - 1, and m >= 0 edges, both below 2^31. The edges that leave vertex v
// are row[v] .. row[v + 1] - 1; row has n + 1 elements, row[0] is 0, row[n] is m. Edge e leads from from[e] to to[e].
// The edges of a vertex are in any order; an edge may be there several times, and may lead back to its own vertex.
// The struct is in host memory, the arrays are in device memory.
struct bfs_graph {
  int64_t n, m;
  const uint32_t *row, *from, *to;
};

// level[v] becomes the number of edges on a shortest way from source to v, -1 where there is none. parent[v], where it
// is asked for, becomes a vertex from which an edge leads to v and whose level is one less; source is its own parent,
// and vertices that are not reached have -1.
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

// Words of scratch: four for each vertex, three bits for each, and 1024 more.
static inline int64_t bfs_scratch(int64_t n) {
  return 4 * n + 3 * (n / 32 + 64) + 1024;
}

#endif
