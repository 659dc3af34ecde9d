// expect: rejected 11_privatised_frontier global_load_bytes on emu
// fault: [hostwork] the graph is copied to the host and searched there; no kernel reads an edge.
#include "bfs_host.cuh"

int bfs_11_privatised_frontier(const struct bfs_graph *g, uint32_t source, uint32_t *, int32_t *level,
                               int32_t *parent) {
  return search_on_host(g, source, level, parent);
}
