// Lab 08's breadth-first search on the host, and the golden results that it gives.
#include "bfs.h"
#include "csr.h"
#include <stdlib.h>

struct host_graph graph_of(const struct pmpp_case *c) {
  return (struct host_graph){.n = c->buf[BFS_ROW].arg.count - 1,
                             .m = c->buf[BFS_TO].arg.count,
                             .row = c->buf[BFS_ROW].data,
                             .from = c->buf[BFS_FROM].data,
                             .to = c->buf[BFS_TO].data};
}

int64_t host_bfs(const struct host_graph *g, uint32_t source, uint32_t *queue, int32_t *level,
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

void bfs_golden(struct pmpp_case *c) {
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
uint64_t bfs_patch(const struct pmpp_case *c, int arg, int64_t i, uint64_t random) {
  (void)random;
  return ((const uint32_t *)c->buf[arg].data)[i];
}
void bfs_update(struct pmpp_case *c, int arg, int64_t i, uint64_t old) {
  (void)c, (void)arg, (void)i, (void)old;
}
