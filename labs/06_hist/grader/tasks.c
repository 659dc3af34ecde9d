// Lab 06 as the grader sees it: its tasks, the columns of its table, its baselines.
#include "parts.h"

#define LENGTH(a) (int)(sizeof(a) / sizeof((a)[0]))
#define CASES(of) .prefix = "hist_", .cases = of, .n_cases = LENGTH(of)
#define GATES(of) .gates = of, .n_gates = LENGTH(of)
#define COUNTED   .make = make, .golden = golden, .update = update, .check_leaks = true

static const struct pmpp_task tasks[] = {
    {.name = "1_global_atomics",
     .idea = "one thread a sample, one atomic addition in global memory",
     .first_step =
         "thread i adds 1 to hist[in[i]] with atomicAdd; the launch is there, and hist is 0 before it",
     .points = 10,
     CASES(byte_cases),
     GATES(gates_1),
     .mistakes = byte_mistakes,
     .n_mistakes = LENGTH(byte_mistakes),
     COUNTED},
    {.name = "2_privatised",
     .idea = "a histogram for each block, in shared memory",
     .first_step = "three phases with __syncthreads between: clear the block's bins, count, add them to hist",
     .points = 15,
     CASES(cases_2),
     GATES(gates_2),
     .mistakes = byte_mistakes,
     .n_mistakes = LENGTH(byte_mistakes),
     COUNTED},
    {.name = "3_coarsened",
     .idea = "a fixed number of blocks, many samples a thread",
     .first_step = "let a thread of task 2 loop over samples that are a whole grid apart",
     .points = 15,
     CASES(cases_3),
     GATES(gates_3),
     .mistakes = blocks_mistakes,
     .n_mistakes = LENGTH(blocks_mistakes),
     .make = make_blocks,
     .golden = golden,
     .update = update,
     .check_leaks = true},
    {.name = "4_aggregated",
     .idea = "16 samples a load; a run of equal ones is one addition",
     .first_step =
         "load a uint4 instead of a byte; count the samples before and after whole vectors one by one",
     .points = 15,
     CASES(vector_cases),
     GATES(gates_4),
     .mistakes = vector_mistakes,
     .n_mistakes = LENGTH(vector_mistakes),
     COUNTED},
    {.name = "5_many_bins",
     .idea = "more bins than shared memory holds: ranges of bins, and levels for any type of sample",
     .first_step = "48 KiB hold 12288 counters: let block (r, p) count the samples of part p in range r",
     .points = 15,
     CASES(cases_5),
     GATES(gates_5),
     COUNTED},
    {.name = "6_skewed",
     .idea = "copies of the counters, so that the lanes of a warp do not wait for each other",
     .first_step =
         "make the counters counts[256][32]: lane l counts in column l; add up the columns at the end",
     .points = 20,
     CASES(cases_6),
     GATES(gates_6),
     .speed = {"n=2^28, uniform", 0.75, .hint = "do enough blocks count, and with loads of 16 bytes?"},
     COUNTED},
    {.name = "7_image_equalise",
     .idea = "a use: histogram, running sum, table look-up",
     .first_step =
         "call one of your histograms; then a kernel of one block for the table, and one for the pixels",
     .points = 10,
     CASES(cases_7),
     GATES(gates_7),
     .speed = {"n=2^28, picture", 0.75,
               .hint = "does each kernel read and write 16 bytes an access, in enough blocks?"},
     .make = make_equalise,
     .golden = golden_equalise,
     .update = update_equalise,
     .mistakes = equalise_mistakes,
     .n_mistakes = LENGTH(equalise_mistakes),
     .check_leaks = true},
};

static const struct pmpp_column columns[] = {
    {"blocks", EMU_blocks, "%.0f", 0, false},
    {"load\nrequests", EMU_global_load_requests, "%.0f", 0, false},
    {"load\nsectors", EMU_global_load_sectors, "%.0f", 0, false},
    {"global\natomics", EMU_global_atomics, "%.0f", 0, false},
    {"shared\natomics", EMU_shared_atomics, "%.0f", 0, false},
    {"serial\nsteps", EMU_atomic_serial_steps, "%.0f", 0, false},
    {"bytes /\ncompulsory", EMU_global_bytes, "%.3f", 0, true},
};

static const char *const baselines[] = {"cub", NULL};

const struct pmpp_lab pmpp_lab = {
    .number = "06",
    .name = "hist",
    .title = "Histogram",
    .tasks = tasks,
    .n_tasks = LENGTH(tasks),
    .columns = columns,
    .n_columns = LENGTH(columns),
    .baselines = baselines,
};
