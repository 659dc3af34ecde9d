// Lab 07 as the grader sees it: its tasks, the columns of its table, its baselines.
#include "parts.h"

#define LENGTH(a) (int)(sizeof(a) / sizeof((a)[0]))

#define COMMON(cases_of, make_of, golden_of, update_of, gates_of, mistakes_of)                               \
  .prefix = "sort_", .cases = cases_of, .n_cases = LENGTH(cases_of), .make = make_of, .golden = golden_of,   \
  .update = update_of, .gates = gates_of, .n_gates = LENGTH(gates_of), .mistakes = mistakes_of,              \
  .n_mistakes = LENGTH(mistakes_of), .check_leaks = true

static const struct pmpp_task tasks[] = {
    {.name = "1_merge_sequential_ranges",
     .idea = "a thread finds where its range of outputs begins in a and in b, and merges",
     .first_step = "write co_rank: of the first k outputs, how many come from a?",
     .points = 10,
     COMMON(merge_cases, make_merge, golden_merge, update_merge, gates_1, merge_mistakes),
     .patch_value = patch_merge},
    {.name = "2_merge_tiled",
     .idea = "a block loads its tile side by side and merges it in shared memory",
     .first_step =
         "let two threads find the co-ranks of the tile's begin and end; then load what lies between",
     .points = 10,
     COMMON(merge_cases, make_merge, golden_merge, update_merge, gates_2, merge_mistakes),
     .patch_value = patch_merge},
    {.name = "3_merge_sort",
     .idea = "tiles are sorted in shared memory, then runs are merged pass by pass",
     .first_step = "sort one tile: a thread its own few elements, then 2, 4, 8, ... threads' runs merged",
     .points = 15,
     COMMON(merge_sort_cases, make_sort, golden_sort, update_sort, gates_3, sort_mistakes),
     .patch_value = patch_sort},
    {.name = "4_radix_1bit",
     .idea = "32 times: keys with a 0 in the bit go before those with a 1",
     .first_step = "count the zeros of each block's keys in one kernel, scan the counts in another",
     .points = 10,
     COMMON(one_bit_cases, make_sort, golden_sort, update_sort, gates_4, sort_mistakes),
     .patch_value = patch_sort},
    {.name = "5_radix_4bit",
     .idea = "four bits a pass; tiles are sorted by them before they are stored",
     .first_step =
         "count[digit * tiles + tile]; the scan of stage 4 then gives the places of each tile's digits",
     .points = 10,
     COMMON(four_bit_cases, make_sort, golden_sort, update_sort, gates_5, sort_mistakes),
     .patch_value = patch_sort},
    {.name = "6_radix_onesweep",
     .idea = "eight bits a pass, and a pass loads the keys once: tiles look back",
     .first_step = "count all four digits of all keys in one kernel; then write the sweep for one tile only",
     .points = 20,
     COMMON(onesweep_cases, make_sort, golden_sort, update_sort, gates_6, sort_mistakes),
     .speed = {"n=2^26", 0.75, .hint = "are the keys read and written once for each of four digits?"},
     .patch_value = patch_sort},
    {.name = "7_bitonic",
     .idea = "a network sorts a tile: what is compared does not depend on the data",
     .first_step =
         "two loops: length = 2, 4, ..., 1024, and distance = length / 2, ..., 1; partner t ^ distance",
     .points = 10,
     COMMON(bitonic_cases, make_bitonic, golden_bitonic, update_bitonic, gates_7, bitonic_mistakes)},
    {.name = "8_float_keys",
     .idea = "floats and ints as unsigned numbers of the same order; keys of 16 and 8 bits",
     .first_step = "write what turns a float's bits into such a number, and what turns it back",
     .points = 5,
     COMMON(key_cases, make_keys, golden_keys, update_keys, gates_8, key_mistakes),
     .patch_value = patch_keys},
    {.name = "9_pairs",
     .idea = "values follow their keys; equal keys keep their order",
     .first_step = "give stage 6's kernel a second array that goes the same way",
     .points = 10,
     COMMON(pair_cases, make_pairs, golden_pairs, update_pairs, gates_9, pair_mistakes),
     .patch_value = patch_pairs},
};

static const struct pmpp_column columns[] = {
    {"SIMT\neff. %", EMU_simt_efficiency, "%.1f", 100, false},
    {"launches", EMU_launches, "%.0f", 0, false},
    {"barriers", EMU_barriers, "%.0f", 0, false},
    {"sectors /\nload", EMU_sectors_per_load, "%.1f", 0, false},
    {"sectors /\nstore", EMU_sectors_per_store, "%.1f", 0, false},
    {"excess\nsectors", EMU_global_sectors_excess, "%.0f", 0, false},
    {"warp\nexchanges", EMU_warp_exchanges, "%.0f", 0, false},
    {"bytes /\ncompulsory", EMU_global_bytes, "%.2f", 0, true},
};

static const char *const baselines[] = {"cub", "thrust", NULL};

const struct pmpp_lab pmpp_lab = {
    .number = "07",
    .name = "sort",
    .title = "Sorting",
    .tasks = tasks,
    .n_tasks = LENGTH(tasks),
    .columns = columns,
    .n_columns = LENGTH(columns),
    .baselines = baselines,
    .copy_note =
        "thrust sorts in place, so the copy of the input is in its time; it allocates and waits besides.",
};
