// Lab 08 as the grader sees it: seven tasks about SpMV, five about BFS.
#include "bfs.h"
#include "matrix_file.h"
#include "spmv.h"

#define LENGTH(a) (int)(sizeof(a) / sizeof((a)[0]))

#define MISTAKES(of) .mistakes = of, .n_mistakes = LENGTH(of)

#define SPMV_TASK(cases_of, make_of, gates_of)                                                               \
  .prefix = "spmv_", .cases = cases_of, .n_cases = LENGTH(cases_of), .make = make_of, .golden = spmv_golden, \
  .update = spmv_update, .patch_value = spmv_patch, .gates = gates_of, .n_gates = LENGTH(gates_of),          \
  .file_variant = SPMV_FROM_FILE | SPMV_REAL, .check_leaks = true, .even = true

// Books store levels by plain stores, because all threads that reach a vertex store the same number. CUDA's memory model
// calls a plain access beside another thread's store a race all the same: relaxed accesses are what these kernels mean.
#define LOOK_AND_PUT                                                                                         \
  "load words that other threads store meanwhile with look(&level[u]), and store them with put(&level[u], "  \
  "depth + 1) or "                                                                                           \
  "claim them by atomicCAS: see the handout, stage 8"

#define BFS_TASK(cases_of, make_of, gates_of, of_file)                                                       \
  .prefix = "bfs_", .cases = cases_of, .n_cases = LENGTH(cases_of), .make = make_of, .golden = bfs_golden,   \
  .update = bfs_update, .patch_value = bfs_patch, .gates = gates_of, .n_gates = LENGTH(gates_of),            \
  .race_advice = LOOK_AND_PUT, .check_leaks = true, .synchronous = true, .ops_name = "edges",                \
  .file_variant = of_file, .many_blocks = true, .may = PMPP_MAY_ASK, .steps = bfs_steps,                     \
  MISTAKES(bfs_mistakes)

static const struct pmpp_task tasks[] = {
    {.name = "1_coo_atomic",
     .idea = "a thread a nonzero, an atomic addition each",
     .first_step = "thread k adds value[k] * x[column[k]] to y[row[k]]",
     .points = 5,
     SPMV_TASK(spmv_cases, spmv_make_coo, spmv_gates_1),
     MISTAKES(coo_mistakes)},
    {.name = "2_csr_scalar",
     .idea = "a thread a row: no atomics",
     .first_step = "thread r goes from offset[r] to offset[r + 1] - 1 and keeps the sum in a register",
     .points = 5,
     SPMV_TASK(spmv_cases, spmv_make_csr, spmv_gates_2),
     MISTAKES(csr_mistakes)},
    {.name = "3_csr_vector",
     .idea = "a warp a row: its words side by side",
     .first_step = "lane l takes the row's nonzeros l, l + 32, ...; then five shuffles",
     .points = 5,
     SPMV_TASK(spmv_cases, spmv_make_csr, spmv_gates_3),
     MISTAKES(csr_mistakes)},
    {.name = "4_ell",
     .idea = "padded rows, stored column by column: a thread a row, side by side",
     .first_step = "place j of row r is element j * rows + r; column -1 is padding",
     .points = 5,
     SPMV_TASK(spmv_ell_cases, spmv_make_ell, spmv_gates_4),
     MISTAKES(ell_mistakes)},
    {.name = "5_jds",
     .idea = "rows sorted by length: no padding, and a warp's lanes end together",
     .first_step = "thread i has row permutation[i]; its j-th nonzero is at start[j] + i",
     .points = 5,
     SPMV_TASK(spmv_cases, spmv_make_jds, spmv_gates_5),
     MISTAKES(jds_mistakes)},
    {.name = "6_hyb",
     .idea = "what all rows have in ELLPACK, the rest of long rows in coordinates",
     .first_step = "launch the kernels of 4 and 1, in this order",
     .points = 5,
     SPMV_TASK(spmv_cases, spmv_make_hyb, spmv_gates_6),
     MISTAKES(hyb_mistakes)},
    {.name = "7_csr_merge",
     .idea = "equal shares of rows and nonzeros together, whatever the rows' lengths",
     .first_step = "write rows_before: a binary search for the row in which a share begins",
     .points = 20,
     .speed = {"R-MAT, 2^22 rows, 16 a row", 0.75,
               .hint = "has each thread the same share, also of a row that is long?"},
     SPMV_TASK(spmv_merge_cases, spmv_make_merge, spmv_gates_7),
     MISTAKES(merge_mistakes)},
    {.name = "8_vertex_push",
     .idea = "a thread a vertex, a launch a level: vertices on the level reach their neighbours",
     .first_step = "write the kernel for one level: threads whose vertex is not on it do nothing",
     .points = 10,
     BFS_TASK(bfs_push_cases, bfs_make_levels, bfs_gates_8, 0)},
    {.name = "9_edge_centric",
     .idea = "a thread an edge: the same work for every lane, whatever the degrees",
     .first_step = "thread e tests whether from[e] is on the level",
     .points = 5,
     BFS_TASK(bfs_push_cases, bfs_make_levels, bfs_gates_9, 0)},
    {.name = "10_frontier",
     .idea = "only the frontier has threads; what is found is queued",
     .first_step = "write bfs_claim: true for one thread of all that reach a vertex",
     .points = 10,
     BFS_TASK(bfs_tree_cases, bfs_make_levels, bfs_gates_10, FROM_FILE)},
    {.name = "11_privatised_frontier",
     .idea = "a block queues in shared memory, and shares its edges among its threads",
     .first_step = "scan the degrees of the block's 256 vertices: thread k takes the block's k-th edge",
     .points = 15,
     BFS_TASK(bfs_tree_cases, bfs_make_tree, bfs_gates_11, FROM_FILE)},
    {.name = "12_direction_optimising",
     .idea = "where the frontier is large, unreached vertices look for a parent in it",
     .first_step = "write the kernel that goes up, and go up on every level; then the rule",
     .points = 10,
     .speed = {"R-MAT, n=2^20, degree 16, 16 sources", 0.75, "top_down",
               .hint =
                   "does the search go up while the frontier is large, and stop at the first parent found?"},
     BFS_TASK(bfs_optimising_cases, bfs_make_tree, bfs_gates_12, FROM_FILE | SYMMETRIC)},
};

static const struct pmpp_column columns[] = {
    {"SIMT\neff. %", EMU_simt_efficiency, "%.1f", 100, PMPP_NO_FLOOR},
    {"launches", EMU_launches, "%.0f", 0, PMPP_NO_FLOOR},
    {"threads", EMU_threads, "%.0f", 0, PMPP_NO_FLOOR},
    {"load\nsectors", EMU_global_load_sectors, "%.0f", 0, PMPP_NO_FLOOR},
    {"sectors /\nload", EMU_sectors_per_load, "%.1f", 0, PMPP_NO_FLOOR},
    {"bytes\nasked", EMU_global_bytes, "%.0f", 0, PMPP_NO_FLOOR},
    {"global\natomics", EMU_global_atomics, "%.0f", 0, PMPP_NO_FLOOR},
    {"shared\natomics", EMU_shared_atomics, "%.0f", 0, PMPP_NO_FLOOR},
};

static const char *const baselines[] = {"csr_alg1", "csr_alg2", "coo", "top_down", NULL};

const struct pmpp_lab pmpp_lab = {
    .number = "08",
    .name = "spmv_bfs",
    .title = "SpMV and BFS",
    .tasks = tasks,
    .n_tasks = LENGTH(tasks),
    .columns = columns,
    .n_columns = LENGTH(columns),
    .baselines = baselines,
    .baseline_link = "-lcusparse",
    .file_option = "--matrix",
    .read_file = read_matrix,
};
