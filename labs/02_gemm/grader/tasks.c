// Lab 02 as the grader sees it: its tasks, the columns of its table, its baselines.
#include "parts.h"

#define LENGTH(a)        (int)(sizeof(a) / sizeof((a)[0]))
#define COMMON(gates_of) COMMON_OF(gates_of, cases)

#define COMMON_OF(gates_of, cases_of)                                                                        \
  .prefix = "gemm_", .cases = cases_of, .n_cases = LENGTH(cases_of), .golden = golden, .update = update,     \
  .gates = gates_of, .n_gates = LENGTH(gates_of), .mistakes = mistakes, .n_mistakes = LENGTH(mistakes),      \
  .check_leaks = true, .even = true

#define FP32 .make = make, .fp32_ops = true

static const struct pmpp_task tasks[] = {
    {.name = "1_naive",
     .idea = "one thread an element of C; the kernel is given, the launch is yours",
     .first_step = "blocks of 32 x 32 threads, and as many as cover m rows (x) and n columns (y)",
     .points = 5,
     FP32,
     COMMON_OF(gates_1, cases_2)},
    {.name = "2_coalesced",
     .idea = "the lanes of a warp compute neighbours of a row: whole sectors of B",
     .first_step = "copy the kernel of 1_naive and let threadIdx.x choose the column",
     .points = 10,
     FP32,
     COMMON_OF(gates_2, cases_2)},
    {.name = "3_shared_tile",
     .idea = "a block loads tiles of A and B once and uses each element 32 times",
     .first_step =
         "load one element of each tile a thread, 0 outside of the matrix, and put a barrier after it",
     .points = 15,
     FP32,
     COMMON(gates_3)},
    {.name = "4_tile_1d",
     .idea = "8 results a thread: an element of B in a register serves 8 products",
     .first_step = "give each thread an array of 8 sums, for 8 rows of one column",
     .points = 10,
     FP32,
     COMMON(gates_4)},
    {.name = "5_tile_2d",
     .idea = "8 x 8 results a thread: 16 loads for 64 products",
     .first_step = "read 8 elements of A's column and 8 of B's row into arrays, multiply each with each",
     .points = 10,
     FP32,
     COMMON(gates_5)},
    {.name = "6_vectorised",
     .idea = "16 bytes a load; A is transposed on its way into shared memory",
     .first_step = "write load4, then store its four values of A in four rows of the transposed tile",
     .points = 10,
     FP32,
     COMMON(gates_6)},
    {.name = "7_double_buffer",
     .idea = "the next tile is loaded while this one is multiplied",
     .first_step = "make two buffers, fill the first before the loop, and multiply the last one after it",
     .points = 10,
     FP32,
     COMMON(gates_7)},
    {.name = "8_warp_tile",
     .idea = "the threads of a warp form a compact patch and share what they read",
     .first_step = "take 7_double_buffer and compute the thread's place from its lane's bits and its warp",
     .points = 10,
     FP32,
     .speed =
         {"2048", 0.75,
          .hint =
              "how many multiplications does a thread do for each element that it reads from shared memory?"},
     COMMON_OF(gates_8, cases_8)},
    {.name = "9_tensor_core",
     .idea = "a warp multiplies 16 x 16 x 16 halves at once and adds up in fp32",
     .first_step = "let one warp compute one 16 x 16 tile with wmma fragments, then share tiles in a block",
     .points = 10,
     .make = make_half,
     COMMON(gates_9)},
    {.name = "10_split_tf32",
     .idea = "a float as a sum of two tf32 numbers: three products by tensor cores, and the error of fp32",
     .first_step = "write 9_tensor_core with wmma::precision::tf32 (16 x 16 x 8) and one product, then split",
     .points = 10,
     .make = make,
     COMMON_OF(gates_10, cases_10)},
};

static const struct pmpp_column columns[] = {
    {"FLOP per\nbyte", EMU_global_load_bytes, "%.2f", 0, PMPP_FLOOR_OPS_PER},
    {"sectors\nper load", EMU_sectors_per_load, "%.2f", 0, PMPP_NO_FLOOR},
    {"load\nrequests", EMU_global_load_requests, "%.0f", 0, PMPP_NO_FLOOR},
    {"shared\nloads", EMU_shared_load_requests, "%.0f", 0, PMPP_NO_FLOOR},
    {"load\nwavefronts", EMU_shared_load_wavefronts, "%.0f", 0, PMPP_NO_FLOOR},
    {"excess\nwavefronts", EMU_shared_wavefronts_excess, "%.0f", 0, PMPP_NO_FLOOR},
    {"barriers", EMU_barriers, "%.0f", 0, PMPP_NO_FLOOR},
    {"tensor\nMFLOP", EMU_tensor_ops, "%.1f", 1e-6, PMPP_NO_FLOOR},
};

static const char *const baselines[] = {"cublas", NULL};

const struct pmpp_lab pmpp_lab = {
    .number = "02",
    .name = "gemm",
    .title = "Matrix multiplication",
    .tasks = tasks,
    .n_tasks = LENGTH(tasks),
    .columns = columns,
    .n_columns = LENGTH(columns),
    .baselines = baselines,
    .baseline_link = "-lcublas",
    .copy_note = "cuBLAS computes in fp32 without tensor cores (pedantic) for tasks 1 to 8 and 10, and with "
                 "halves and an fp32 sum for task 9.",
};
