// Lab 08 as the grader sees it.
#include "bfs_tasks.h"
#include "spmv_bfs.h"

#define LENGTH(a) (int)(sizeof(a) / sizeof((a)[0]))

static const struct pmpp_task tasks[] = {
    {.name = "8_vertex_push",
     .function = "bfs_8_vertex_push",
     .idea = "a thread a vertex, a launch a level: who is on the level reaches its neighbours",
     .first_step = "write the kernel for one level: who is not on it has nothing to do",
     .points = 10,
     BFS_TASK(bfs_push_cases, bfs_make_levels, bfs_gates_8)},
    {.name = "9_edge_centric",
     .function = "bfs_9_edge_centric",
     .idea = "a thread an edge: the same work for every lane, whatever the degrees",
     .first_step = "thread e asks whether from[e] is on the level",
     .points = 5,
     BFS_TASK(bfs_push_cases, bfs_make_levels, bfs_gates_9)},
    {.name = "10_frontier",
     .function = "bfs_10_frontier",
     .idea = "only the frontier has threads; what is found is queued",
     .first_step = "write bfs_claim: true for one thread of all that reach a vertex",
     .points = 10,
     BFS_TASK(bfs_tree_cases, bfs_make_levels, bfs_gates_10)},
    {.name = "11_privatised_frontier",
     .function = "bfs_11_privatised_frontier",
     .idea = "a block queues in shared memory, and shares its edges among its threads",
     .first_step = "scan the degrees of the block's 256 vertices: thread k takes the block's k-th edge",
     .points = 15,
     BFS_TASK(bfs_tree_cases, bfs_make_tree, bfs_gates_11)},
    {.name = "12_direction_optimising",
     .function = "bfs_12_direction_optimising",
     .idea = "where the frontier is large, unreached vertices look for a parent in it",
     .first_step = "write the kernel that goes up, and go up on every level; then the rule",
     .points = 10,
     BFS_TASK(bfs_optimising_cases, bfs_make_tree, bfs_gates_12)},
};

static const struct pmpp_column columns[] = {
    {"SIMT\neff. %", EMU_simt_efficiency, "%.1f", 100, PMPP_NO_FLOOR},
    {"launches", EMU_launches, "%.0f", 0, PMPP_NO_FLOOR},
    {"threads", EMU_threads, "%.0f", 0, PMPP_NO_FLOOR},
    {"sectors /\nload", EMU_sectors_per_load, "%.1f", 0, PMPP_NO_FLOOR},
    {"bytes\nasked", EMU_global_bytes, "%.0f", 0, PMPP_NO_FLOOR},
    {"global\natomics", EMU_global_atomics, "%.0f", 0, PMPP_NO_FLOOR},
    {"shared\natomics", EMU_shared_atomics, "%.0f", 0, PMPP_NO_FLOOR},
};

static const char *const baselines[] = {"top_down", NULL};

const struct pmpp_lab pmpp_lab = {
    .number = "08",
    .name = "spmv_bfs",
    .title = "SpMV and BFS",
    .tasks = tasks,
    .n_tasks = LENGTH(tasks),
    .columns = columns,
    .n_columns = LENGTH(columns),
    .baselines = baselines,
};
