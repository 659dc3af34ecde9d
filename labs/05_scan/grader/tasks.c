// Lab 05 as the grader sees it: its tasks, the columns of its table, its baselines.
#include "parts.h"

#define LENGTH(a) (int)(sizeof(a) / sizeof((a)[0]))

#define COMMON(cases_of, make_of, golden_of, gates_of, mistakes_of)                                          \
  .prefix = "scan_", .cases = cases_of, .n_cases = LENGTH(cases_of), .make = make_of, .golden = golden_of,   \
  .gates = gates_of, .n_gates = LENGTH(gates_of), .mistakes = mistakes_of,                                   \
  .n_mistakes = LENGTH(mistakes_of), .check_leaks = true

static const struct pmpp_task tasks[] = {
    {.name = "1_hillis_steele",
     .idea = "each element adds the one d before it, from one buffer into another",
     .first_step = "load one element a thread into buffer[0], 0 past the end, and put a barrier after it",
     .points = 10,
     COMMON(tile_cases, make_tiles, golden_inclusive, gates_1, inclusive_mistakes),
     .update = update_inclusive},
    {.name = "2_kogge_stone",
     .idea = "one buffer, the own sum in a register",
     .first_step = "keep the sum in a float; in each step read s[t - d], barrier, write s[t], barrier",
     .points = 10,
     COMMON(tile_cases, make_tiles, golden_inclusive, gates_2, inclusive_mistakes),
     .update = update_inclusive},
    {.name = "3_brent_kung",
     .idea = "a tree up and a tree down: 2 additions an element",
     .first_step = "write the sweep up: thread t adds s[right - d] to s[right], right = 2 d (t + 1) - 1",
     .points = 15,
     COMMON(tile_cases, make_tiles, golden_exclusive, gates_3, exclusive_mistakes),
     .update = update_exclusive},
    {.name = "4_sklansky",
     .idea = "runs of d become runs of 2d: few steps, half of the elements in each",
     .first_step = "let thread t find the right run of its pair: it begins at t / d * 2 * d + d",
     .points = 10,
     COMMON(tile_cases, make_tiles, golden_inclusive, gates_4, inclusive_mistakes),
     .update = update_inclusive},
    {.name = "5_warp_shuffle",
     .idea = "warps scan in registers, their sums in one warp",
     .first_step = "write warp_scan: five __shfl_up_sync, distances 1, 2, 4, 8, 16",
     .points = 10,
     COMMON(tile_cases, make_tiles, golden_inclusive, gates_5, inclusive_mistakes),
     .update = update_inclusive},
    {.name = "6_three_phase",
     .idea = "scan the tiles, scan their sums, add",
     .first_step = "let stage 5's kernel store each tile's last sum in sums[blockIdx.x]",
     .points = 10,
     COMMON(three_phase_cases, make_three_phase, golden_whole, gates_6, whole_mistakes)},
    {.name = "7_look_back",
     .idea = "one pass: a tile polls the tiles before it for their sums",
     .first_step =
         "clear the words, draw the tile by atomicAdd, load it; remove PMPP_TODO for float and for int",
     .points = 15,
     .speed = {"n=2^26", 0.75,
               .hint = "do as many blocks run as the device holds, and does a tile wait only for sums?"},
     COMMON(look_back_cases, make_look_back, golden_whole, gates_7, whole_mistakes)},
    {.name = "8_stream_compaction",
     .idea = "the scan of 0s and 1s gives an element's place",
     .first_step = "copy stage 7's kernel and scan x > 0 instead of x",
     .points = 10,
     .speed =
         {"n=2^26, half kept", 0.75,
          .hint =
              "do as many blocks run as the device holds, and are the kept elements stored side by side?"},
     COMMON(compaction_cases, make_compaction, golden_compaction, gates_8, compaction_mistakes)},
    {.name = "9_csr_build",
     .idea = "count the entries of each row, then scan the counts",
     .first_step = "set row_ptr to 0 in one kernel, count with atomicAdd in another, scan it in place",
     .points = 10,
     COMMON(csr_cases, make_csr, golden_csr, gates_9, csr_mistakes)},
};

static const struct pmpp_column columns[] = {
    {"SIMT\neff. %", EMU_simt_efficiency, "%.1f", 100, false},
    {"barriers", EMU_barriers, "%.0f", 0, false},
    {"shared\nloads", EMU_shared_load_requests, "%.0f", 0, false},
    {"shared\nstores", EMU_shared_store_requests, "%.0f", 0, false},
    {"excess\nwavefronts", EMU_shared_wavefronts_excess, "%.0f", 0, false},
    {"warp\nexchanges", EMU_warp_exchanges, "%.0f", 0, false},
    {"launches", EMU_launches, "%.0f", 0, false},
    {"bytes /\ncompulsory", EMU_global_bytes, "%.3f", 0, true},
};

static const char *const baselines[] = {"cub", "thrust", NULL};

const struct pmpp_lab pmpp_lab = {
    .number = "05",
    .name = "scan",
    .title = "Scan",
    .tasks = tasks,
    .n_tasks = LENGTH(tasks),
    .columns = columns,
    .n_columns = LENGTH(columns),
    .baselines = baselines,
    .copy_note = "thrust allocates its temporary storage and waits for the device: both are in its time.",
};
