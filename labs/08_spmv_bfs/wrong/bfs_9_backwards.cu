// expect: wrong 9_edge_centric
// fault: follows edges from their end to their begin.
#include "spmv_bfs.h"
#define bfs_9_edge_centric reference_9
#include "../solution.cu"
#undef bfs_9_edge_centric

int bfs_9_edge_centric(const struct bfs_graph *g, uint32_t source, uint32_t *scratch, int32_t *level) {
  struct bfs_graph turned = *g;
  turned.from = g->to;
  turned.to = g->from;
  return reference_9(&turned, source, scratch, level);
}
