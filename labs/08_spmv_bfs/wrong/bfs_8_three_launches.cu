// expect: inefficient 8_vertex_push launches on emu
// fault: two more launches a level, to clear the flag and to copy it.
#include "spmv_bfs.h"
#define bfs_8_vertex_push reference_8
#include "../solution.cu"
#undef bfs_8_vertex_push

__global__ void clear_flag(int32_t *flag) {
  *flag = 0;
}
__global__ void copy_flag(const int32_t *flag, int32_t *copy) {
  *copy = *flag;
}

int bfs_8_vertex_push(const struct bfs_graph *g, uint32_t source, uint32_t *scratch, int32_t *level) {
  bfs_pieces p = bfs_cut(scratch, g->n);
  int32_t *copy = (int32_t *)p.queue;
  cudaError_t error = bfs_start(*g, source, p, level, NULL);
  int32_t found = 1;
  for (int32_t depth = 0; error == cudaSuccess && found; depth++) {
    clear_flag<<<1, 1>>>(&p.state->found);
    bfs_8_vertex_push_kernel<<<bfs_blocks(g->n), BFS_BLOCK>>>(*g, depth, level, &p.state->found);
    copy_flag<<<1, 1>>>(&p.state->found, copy);
    error = bfs_ask(&found, copy);
  }
  return error;
}
