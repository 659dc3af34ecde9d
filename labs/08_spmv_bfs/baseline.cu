// What lab 08's BFS is compared with. No CUDA library has one, so the reference's own top-down search takes the place: stage 12
// without its rule. Compiled with -DPMPP_BASELINE_TOP_DOWN.
#include "spmv_bfs.h"

#if defined PMPP_BASELINE_TOP_DOWN
// The reference's functions under other names, SpMV's too: this variant is about BFS alone.
#define spmv_1_coo_atomic           reference_1
#define spmv_2_csr_scalar           reference_2
#define spmv_3_csr_vector           reference_3
#define spmv_4_ell                  reference_4
#define spmv_5_jds                  reference_5
#define spmv_6_hyb                  reference_6
#define spmv_7_csr_merge            reference_7
#define bfs_8_vertex_push           reference_8
#define bfs_9_edge_centric          reference_9
#define bfs_10_frontier             reference_10
#define bfs_11_privatised_frontier  reference_11
#define bfs_12_direction_optimising reference_12
#include "solution.cu"
#undef spmv_1_coo_atomic
#undef spmv_2_csr_scalar
#undef spmv_3_csr_vector
#undef spmv_4_ell
#undef spmv_5_jds
#undef spmv_6_hyb
#undef spmv_7_csr_merge
#undef bfs_8_vertex_push
#undef bfs_9_edge_centric
#undef bfs_10_frontier
#undef bfs_11_privatised_frontier
#undef bfs_12_direction_optimising

// Parents that nobody asked for go behind the queue.
static int top_down(const struct bfs_graph *g, uint32_t source, uint32_t *scratch, int32_t *level) {
  int32_t *parent = (int32_t *)bfs_cut(scratch, g->n).queue + g->n;
  return bfs_12_search(g, source, scratch, level, parent, false);
}

int bfs_8_vertex_push(const struct bfs_graph *g, uint32_t source, uint32_t *scratch, int32_t *level) {
  return top_down(g, source, scratch, level);
}

int bfs_9_edge_centric(const struct bfs_graph *g, uint32_t source, uint32_t *scratch, int32_t *level) {
  return top_down(g, source, scratch, level);
}

int bfs_10_frontier(const struct bfs_graph *g, uint32_t source, uint32_t *scratch, int32_t *level) {
  return top_down(g, source, scratch, level);
}

int bfs_11_privatised_frontier(const struct bfs_graph *g, uint32_t source, uint32_t *scratch, int32_t *level,
                               int32_t *parent) {
  return bfs_12_search(g, source, scratch, level, parent, false);
}

int bfs_12_direction_optimising(const struct bfs_graph *g, uint32_t source, uint32_t *scratch, int32_t *level,
                                int32_t *parent) {
  return bfs_12_search(g, source, scratch, level, parent, false);
}
#endif
