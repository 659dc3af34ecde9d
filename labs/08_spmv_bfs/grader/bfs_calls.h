// Lab 08's half about BFS as the worker sees it; calls.c includes it.
#ifndef BFS_CALLS_H
#define BFS_CALLS_H

#include "spmv_bfs.h"
#include "worker/worker.h"

#pragma weak bfs_8_vertex_push
#pragma weak bfs_9_edge_centric
#pragma weak bfs_10_frontier
#pragma weak bfs_11_privatised_frontier
#pragma weak bfs_12_direction_optimising

// Arguments: row, from, to, sources (on the host), scratch, level, and for some tasks parent; level and parent have n
// elements for each source. The function is called once for each source; the first that fails ends it.
enum { BFS_ROW, BFS_FROM, BFS_TO, BFS_SOURCES, BFS_SCRATCH, BFS_LEVEL, BFS_PARENT };

typedef int bfs_levels(const struct bfs_graph *, uint32_t, uint32_t *, int32_t *);
typedef int bfs_tree(const struct bfs_graph *, uint32_t, uint32_t *, int32_t *, int32_t *);

static int run_bfs(const struct pmpp_io *io, bfs_levels *levels, bfs_tree *tree) {
  struct bfs_graph g = {.n = io->count[BFS_ROW] - 1,
                        .m = io->count[BFS_TO],
                        .row = io->arg[BFS_ROW],
                        .from = io->arg[BFS_FROM],
                        .to = io->arg[BFS_TO]};
  const uint32_t *source = io->arg[BFS_SOURCES];
  int result = 0;
  for (int64_t k = 0; k < io->count[BFS_SOURCES] && result == 0; k++) {
    int32_t *level = (int32_t *)io->arg[BFS_LEVEL] + k * g.n;
    if (levels)
      result = levels(&g, source[k], io->arg[BFS_SCRATCH], level);
    else
      result = tree(&g, source[k], io->arg[BFS_SCRATCH], level, (int32_t *)io->arg[BFS_PARENT] + k * g.n);
  }
  return result;
}

static int run_8(const struct pmpp_io *io) {
  return run_bfs(io, bfs_8_vertex_push, NULL);
}
static int run_9(const struct pmpp_io *io) {
  return run_bfs(io, bfs_9_edge_centric, NULL);
}
static int run_10(const struct pmpp_io *io) {
  return run_bfs(io, bfs_10_frontier, NULL);
}
static int run_11(const struct pmpp_io *io) {
  return run_bfs(io, NULL, bfs_11_privatised_frontier);
}
static int run_12(const struct pmpp_io *io) {
  return run_bfs(io, NULL, bfs_12_direction_optimising);
}

#define BFS_CALLS                                                                                            \
  PMPP_CALL("8_vertex_push", bfs_8_vertex_push, run_8),                                                      \
      PMPP_CALL("9_edge_centric", bfs_9_edge_centric, run_9),                                                \
      PMPP_CALL("10_frontier", bfs_10_frontier, run_10),                                                     \
      PMPP_CALL("11_privatised_frontier", bfs_11_privatised_frontier, run_11),                               \
      PMPP_CALL("12_direction_optimising", bfs_12_direction_optimising, run_12)

#endif
