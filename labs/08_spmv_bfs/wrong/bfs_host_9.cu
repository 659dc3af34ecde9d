// expect: inefficient 9_edge_centric global_load_bytes on emu
// fault: the graph is copied to the host and searched there; no kernel reads an edge.
#include "spmv_bfs.h"
#define bfs_9_edge_centric reference_9
#include "../solution.cu"
#undef bfs_9_edge_centric

#include "bfs_host.h"

int bfs_9_edge_centric(const struct bfs_graph *g, uint32_t source, uint32_t *scratch, int32_t *level) {
  (void)scratch;
  return search_on_host(g, source, level, NULL);
}
