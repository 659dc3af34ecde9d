// expect: rejected 8_vertex_push global_load_bytes on emu
// fault: [hostwork] the graph is copied to the host and searched there; no kernel reads an edge.
#include "bfs_host.cuh"

int bfs_8_vertex_push(const struct bfs_graph *g, uint32_t source, uint32_t *, int32_t *level) {
  return search_on_host(g, source, level, NULL);
}
