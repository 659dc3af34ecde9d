// expect: inefficient 8_vertex_push global_load_bytes on emu
// fault: the graph is copied to the host and searched there; no kernel reads an edge.
#include "spmv_bfs.h"
#define bfs_8_vertex_push reference_8
#include "../solution.cu"
#undef bfs_8_vertex_push

#include "bfs_host.h"

int bfs_8_vertex_push(const struct bfs_graph *g, uint32_t source, uint32_t *scratch, int32_t *level) {
  (void)scratch;
  return search_on_host(g, source, level, NULL);
}
