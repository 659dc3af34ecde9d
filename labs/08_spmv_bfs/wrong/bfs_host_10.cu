// expect: rejected 10_frontier global_load_bytes on emu
// fault: [hostwork] the graph is copied to the host and searched there; no kernel reads an edge.
#include "bfs_host.cuh"

int bfs_10_frontier(const struct bfs_graph *g, uint32_t source, uint32_t *, int32_t *level) {
  return search_on_host(g, source, level, NULL);
}
