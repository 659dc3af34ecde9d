// Lab 04 as the grader sees it: its tasks, the columns of its table, its baselines.
#include "parts.h"

#define LENGTH(a) (int)(sizeof(a) / sizeof((a)[0]))

#define COMMON(cases_of, gates_of)                                                                           \
  .prefix = "reduce_", .cases = cases_of, .n_cases = LENGTH(cases_of), .make = make, .golden = golden,       \
  .update = update, .gates = gates_of, .n_gates = LENGTH(gates_of), .check_leaks = true

static const struct pmpp_task tasks[] = {
    {.name = "1_interleaved",
     .idea = "a tree in shared memory: neighbours add up, then neighbours of neighbours",
     .first_step = "load one element a thread into shared memory, 0 past the end, and put a barrier after it",
     .points = 15,
     COMMON(tree_cases, gates_1)},
    {.name = "2_strided_index",
     .idea = "the first threads do the additions, so that whole warps drop out",
     .first_step = "copy stage 1 and let thread t work at k = 2 * stride * t instead of at k = t",
     .points = 10,
     COMMON(tree_cases, gates_2)},
    {.name = "3_sequential",
     .idea = "halves instead of neighbours: no bank conflicts",
     .first_step = "turn the loop round: stride = BLOCK / 2, then half of it, and s[t] += s[t + stride]",
     .points = 15,
     .mistakes = sequential_mistakes,
     .n_mistakes = LENGTH(sequential_mistakes),
     COMMON(tree_cases, gates_3)},
    {.name = "4_first_add",
     .idea = "each thread adds two elements while loading: half the blocks",
     .first_step = "block b starts at element 512 b; a thread loads elements t and t + 256 of those",
     .points = 10,
     .speed = {"n=2^26", .beats = "3_sequential",
               .hint = "does each thread load two elements, so that there are half as many blocks?"},
     COMMON(tree_cases, gates_4)},
    {.name = "5_unroll_last_warp",
     .idea = "the last 64 values belong to one warp: no block barriers there",
     .first_step = "stop stage 4's loop at stride 32 and let warp 0 finish, reads and writes kept apart",
     .points = 20,
     COMMON(tree_cases, gates_5)},
    {.name = "6_shuffle",
     .idea = "values travel between the lanes of a warp in registers",
     .first_step = "write warp_sum: five __shfl_down_sync, distances 16, 8, 4, 2, 1",
     .points = 15,
     COMMON(tree_cases, gates_6)},
    {.name = "7_multi_block",
     .idea = "few blocks, many elements a thread, 16 bytes a load, two launches",
     .first_step = "let a thread stride over the grid, tile by tile; remove PMPP_TODO for float and for int",
     .points = 15,
     .speed =
         {"n=2^26", 0.75, .beats = "6_shuffle",
          .hint =
              "are there enough blocks for every multiprocessor, and several loads of 16 bytes under way in "
              "each thread?"},
     COMMON(multi_block_cases, gates_7)},
};

static const struct pmpp_column columns[] = {
    {"SIMT\neff. %", EMU_simt_efficiency, "%.1f", 100, false},
    {"excess\nwavefronts", EMU_shared_wavefronts_excess, "%.0f", 0, false},
    {"idle\nphases %", EMU_idle_share, "%.1f", 100, false},
    {"barriers", EMU_barriers, "%.0f", 0, false},
    {"blocks", EMU_blocks, "%.0f", 0, false},
    {"shared\nstores", EMU_shared_store_requests, "%.0f", 0, false},
    {"load\nrequests", EMU_global_load_requests, "%.0f", 0, false},
    {"bytes /\ncompulsory", EMU_global_bytes, "%.3f", 0, true},
};

static const char *const baselines[] = {"cub", "thrust", NULL};

const struct pmpp_lab pmpp_lab = {
    .number = "04",
    .name = "reduce",
    .title = "Reduction",
    .tasks = tasks,
    .n_tasks = LENGTH(tasks),
    .columns = columns,
    .n_columns = LENGTH(columns),
    .baselines = baselines,
    .copy_note = "thrust::reduce hands its sum to the host and waits for it: that wait is in its time.",
};
