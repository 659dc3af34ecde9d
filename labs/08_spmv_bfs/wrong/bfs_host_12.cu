// expect: inefficient 12_direction_optimising global_load_bytes on emu
// fault: the graph is copied to the host and searched there; no kernel reads an edge.
#include "spmv_bfs.h"
#define bfs_12_direction_optimising reference_12
#include "../solution.cu"
#undef bfs_12_direction_optimising

#include "bfs_host.h"

int bfs_12_direction_optimising(const struct bfs_graph *g, uint32_t source, uint32_t *scratch, int32_t *level,
                                int32_t *parent) {
  (void)scratch;
  return search_on_host(g, source, level, parent);
}
