// Lab 08 as the worker sees it: which contract function serves which task.
#include "spmv_bfs.h"
#include "worker/worker.h"

#pragma weak spmv_1_coo_atomic
#pragma weak spmv_2_csr_scalar
#pragma weak spmv_3_csr_vector
#pragma weak spmv_4_ell
#pragma weak spmv_5_jds
#pragma weak spmv_6_hyb
#pragma weak spmv_7_csr_merge_plan
#pragma weak spmv_7_csr_merge
#pragma weak bfs_8_vertex_push
#pragma weak bfs_9_edge_centric
#pragma weak bfs_10_frontier
#pragma weak bfs_11_privatised_frontier
#pragma weak bfs_12_direction_optimising

// ---- SpMV ------------------------------------------------------------------------------------------------

// Parameters: rows, columns, nonzeros, width. Arguments: the format's arrays in the order of its struct, x, y; of task 7 plan
// and scratch before y.
static struct spmv_csr csr_of(const struct pmpp_io *io) {
  return (struct spmv_csr){io->param[0], io->param[1], io->param[2], io->arg[0], io->arg[1], io->arg[2]};
}

static struct spmv_ell ell_of(const struct pmpp_io *io) {
  return (struct spmv_ell){io->param[0], io->param[1], io->param[3], io->arg[0], io->arg[1]};
}

static int run_1(const struct pmpp_io *io) {
  struct spmv_coo a = {io->param[0], io->param[1], io->param[2], io->arg[0], io->arg[1], io->arg[2]};
  return spmv_1_coo_atomic(&a, io->arg[3], io->arg[4]);
}

static int run_2(const struct pmpp_io *io) {
  struct spmv_csr a = csr_of(io);
  return spmv_2_csr_scalar(&a, io->arg[3], io->arg[4]);
}

static int run_3(const struct pmpp_io *io) {
  struct spmv_csr a = csr_of(io);
  return spmv_3_csr_vector(&a, io->arg[3], io->arg[4]);
}

static int run_4(const struct pmpp_io *io) {
  struct spmv_ell a = ell_of(io);
  return spmv_4_ell(&a, io->arg[2], io->arg[3]);
}

static int run_5(const struct pmpp_io *io) {
  struct spmv_jds a = {io->param[0], io->param[1], io->param[3], io->arg[0],
                       io->arg[1],   io->arg[2],   io->arg[3]};
  return spmv_5_jds(&a, io->arg[4], io->arg[5]);
}

static int run_6(const struct pmpp_io *io) {
  struct spmv_hyb a = {ell_of(io),
                       {io->param[0], io->param[1], io->count[4], io->arg[2], io->arg[3], io->arg[4]}};
  return spmv_6_hyb(&a, io->arg[5], io->arg[6]);
}

static int plan_7(const struct pmpp_io *io) {
  struct spmv_csr a = csr_of(io);
  a.value = NULL;
  return spmv_7_csr_merge_plan(&a, io->arg[4]);
}

static int run_7(const struct pmpp_io *io) {
  struct spmv_csr a = csr_of(io);
  return spmv_7_csr_merge(&a, io->arg[3], io->arg[4], io->arg[5], io->arg[6]);
}

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

static int run_8(const struct pmpp_io *io) {
  return run_bfs(io, bfs_8_vertex_push, NULL);
}
static int run_9(const struct pmpp_io *io) {
  return run_bfs(io, bfs_9_edge_centric, NULL);
}
static int run_10(const struct pmpp_io *io) {
  return run_bfs(io, bfs_10_frontier, NULL);
}
static int run_11(const struct pmpp_io *io) {
  return run_bfs(io, NULL, bfs_11_privatised_frontier);
}
static int run_12(const struct pmpp_io *io) {
  return run_bfs(io, NULL, bfs_12_direction_optimising);
}

const struct pmpp_call pmpp_calls[] = {
    PMPP_CALL("1_coo_atomic", spmv_1_coo_atomic, run_1),
    PMPP_CALL("2_csr_scalar", spmv_2_csr_scalar, run_2),
    PMPP_CALL("3_csr_vector", spmv_3_csr_vector, run_3),
    PMPP_CALL("4_ell", spmv_4_ell, run_4),
    PMPP_CALL("5_jds", spmv_5_jds, run_5),
    PMPP_CALL("6_hyb", spmv_6_hyb, run_6),
    PMPP_CALL_AFTER("7_csr_merge", spmv_7_csr_merge, run_7, spmv_7_csr_merge_plan, plan_7),
    PMPP_CALL("8_vertex_push", bfs_8_vertex_push, run_8),
    PMPP_CALL("9_edge_centric", bfs_9_edge_centric, run_9),
    PMPP_CALL("10_frontier", bfs_10_frontier, run_10),
    PMPP_CALL("11_privatised_frontier", bfs_11_privatised_frontier, run_11),
    PMPP_CALL("12_direction_optimising", bfs_12_direction_optimising, run_12),
};
const int pmpp_n_calls = sizeof pmpp_calls / sizeof pmpp_calls[0];
