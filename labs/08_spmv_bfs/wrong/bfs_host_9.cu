// expect: rejected 9_edge_centric global_load_bytes on emu
// fault: [hostwork] the graph is copied to the host and searched there; no kernel reads an edge.
#include "bfs_host.cuh"

int bfs_9_edge_centric(const struct bfs_graph *g, uint32_t source, uint32_t *, int32_t *level) {
  return search_on_host(g, source, level, NULL);
}
