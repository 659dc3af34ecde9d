// Lab 08 as the worker sees it: which contract function serves which task.
#include "spmv_bfs.h"
#include "worker/worker.h"

// ---- SpMV ------------------------------------------------------------------------------------------------

// Parameters: rows, columns, nonzeros, width. Arguments: the format's arrays in the order of its struct, x, y; of task 7 plan
// and scratch before y.
#define SHAPE   io->param[0], io->param[1]
#define COO     (&(struct spmv_coo){SHAPE, io->param[2], io->arg[0], io->arg[1], io->arg[2]})
#define CSR     (&(struct spmv_csr){SHAPE, io->param[2], io->arg[0], io->arg[1], io->arg[2]})
#define ELL     (&(struct spmv_ell){SHAPE, io->param[3], io->arg[0], io->arg[1]})
#define JDS     (&(struct spmv_jds){SHAPE, io->param[3], io->arg[0], io->arg[1], io->arg[2], io->arg[3]})
#define HYB     (&(struct spmv_hyb){*ELL, {SHAPE, io->count[4], io->arg[2], io->arg[3], io->arg[4]}})
#define PATTERN (&(struct spmv_csr){SHAPE, io->param[2], io->arg[0], io->arg[1], NULL})

// ---- BFS -------------------------------------------------------------------------------------------------

// Arguments: row, from, to, sources (on the host), scratch, level, and for some tasks parent; level and parent have n
// elements for each source. The function is called once for each source; the first that fails ends it.
enum { BFS_ROW, BFS_FROM, BFS_TO, BFS_SOURCES, BFS_SCRATCH, BFS_LEVEL, BFS_PARENT };

typedef int bfs_levels(const struct bfs_graph *, uint32_t, uint32_t *, int32_t *);
typedef int bfs_tree(const struct bfs_graph *, uint32_t, uint32_t *, int32_t *, int32_t *);

static int run_bfs(const struct pmpp_io *io, bfs_levels *levels, bfs_tree *tree) {
  struct bfs_graph g = {.n = io->count[BFS_ROW] - 1,
                        .m = io->count[BFS_TO],
                        .row = io->arg[BFS_ROW],
                        .from = io->arg[BFS_FROM],
                        .to = io->arg[BFS_TO]};
  const uint32_t *source = io->arg[BFS_SOURCES];
  int result = 0;
  for (int64_t k = 0; k < io->count[BFS_SOURCES] && result == 0; k++) {
    int32_t *level = (int32_t *)io->arg[BFS_LEVEL] + k * g.n;
    if (levels)
      result = levels(&g, source[k], io->arg[BFS_SCRATCH], level);
    else
      result = tree(&g, source[k], io->arg[BFS_SCRATCH], level, (int32_t *)io->arg[BFS_PARENT] + k * g.n);
  }
  return result;
}

#define CALLS(RUN, TWO, AFTER)                                                                               \
  RUN(spmv, 1_coo_atomic, f(COO, io->arg[3], io->arg[4]))                                                    \
  RUN(spmv, 2_csr_scalar, f(CSR, io->arg[3], io->arg[4]))                                                    \
  RUN(spmv, 3_csr_vector, f(CSR, io->arg[3], io->arg[4]))                                                    \
  RUN(spmv, 4_ell, f(ELL, io->arg[2], io->arg[3]))                                                           \
  RUN(spmv, 5_jds, f(JDS, io->arg[4], io->arg[5]))                                                           \
  RUN(spmv, 6_hyb, f(HYB, io->arg[5], io->arg[6]))                                                           \
  AFTER(spmv, 7_csr_merge, f(CSR, io->arg[3], io->arg[4], io->arg[5], io->arg[6]), spmv_7_csr_merge_plan,    \
        f(PATTERN, io->arg[4]))                                                                              \
  RUN(bfs, 8_vertex_push, run_bfs(io, f, NULL))                                                              \
  RUN(bfs, 9_edge_centric, run_bfs(io, f, NULL))                                                             \
  RUN(bfs, 10_frontier, run_bfs(io, f, NULL))                                                                \
  RUN(bfs, 11_privatised_frontier, run_bfs(io, NULL, f))                                                     \
  RUN(bfs, 12_direction_optimising, run_bfs(io, NULL, f))
PMPP_CALLS(CALLS);
