// Lab 09 as the grader sees it: its tasks, the columns of its table, its baselines.
#include "parts.h"

#define LENGTH(a) (int)(sizeof(a) / sizeof((a)[0]))

#define COMMON(cases_of, make_of, of, gates_of)                                                              \
  .prefix = "dnn_", .cases = cases_of, .n_cases = LENGTH(cases_of), .make = make_of, .golden = golden_##of,  \
  .update = update_##of, .gates = gates_of, .n_gates = LENGTH(gates_of), .mistakes = of##_mistakes,          \
  .n_mistakes = LENGTH(of##_mistakes), .check_leaks = true

static const struct pmpp_task tasks[] = {
    {.name = "1_softmax_three_passes",
     .idea = "maximum, sum of exponentials, quotient: a pass over the row each",
     .first_step = "let thread t find the maximum of elements t, t + 256, ... and call block_max",
     .points = 6,
     .even = true,
     COMMON(softmax_cases, make_softmax, softmax, gates_1)},
    {.name = "2_softmax_online",
     .idea = "maximum and sum in one pass, as pairs with a merge of their own",
     .first_step = "write merged: the larger maximum, and both sums rescaled to it",
     .points = 10,
     .even = true,
     COMMON(softmax_cases, make_softmax, softmax, gates_2)},
    {.name = "3_softmax_resident",
     .idea = "the row stays in registers: each element loaded once and stored once",
     .first_step = "let a block load a row of up to 8192 elements into float v[32] of each thread",
     .points = 12,
     .many_blocks = true,
     COMMON(resident_cases, make_resident, softmax, gates_3)},
    {.name = "4_layer_norm",
     .idea = "mean and variance in one pass by Welford's rule, and its merge",
     .first_step = "write include: count, mean and squares after one element more",
     .points = 9,
     .even = true,
     .patch_value = patch_first,
     COMMON(layer_norm_cases, make_layer_norm, layer_norm, gates_4)},
    {.name = "5_rms_norm_residual",
     .idea = "addition, norm and scale in one kernel; bfloat16 in memory, fp32 in registers",
     .first_step = "add x and residual in fp32, round to bfloat16, store it; sum up the squares of that",
     .points = 9,
     .even = true,
     .patch_value = patch_first,
     COMMON(rms_norm_cases, make_rms_norm, rms_norm, gates_5)},
    {.name = "6_linear_gelu",
     .idea = "bias and activation in the product's epilogue, and two products from one x",
     .first_step = "write the loop over the given tiles, and add b[column] where the sums are stored",
     .points = 10,
     .even = true,
     .patch_value = patch_first,
     COMMON(linear_cases, make_linear, linear, gates_6)},
    {.name = "7_linear_backward",
     .idea = "two products with a transposed operand, sums over the batch, halves with a loss scale",
     .first_step = "dw = x^T dy: both operands' lines are columns, so load both parts by load_columns",
     .points = 10,
     .even = true,
     COMMON(backward_cases, make_backward, backward, gates_7)},
    {.name = "8_conv_implicit_gemm",
     .idea = "lab 03's unfolded matrix is computed from its places, a tile at a time, and nowhere in memory",
     .first_step =
         "take lab 02's kernel of tiles 16 x 16, and let it load element [tap][pixel] from the pictures",
     .points = 10,
     .even = true,
     .patch_value = patch_first,
     COMMON(implicit_cases, make_implicit, implicit, gates_8)},
    {.name = "9_quantised_gemv",
     .idea = "weights of 8 bits with a scale a group: bound by the weights' bytes, each loaded once",
     .first_step = "give a warp a row: lane l multiplies weights l, l + 32, ... by x and by their scales",
     .points = 10,
     COMMON(quantised_cases, make_quantised, quantised, gates_9)},
    {.name = "10_attention",
     .idea = "scores, online softmax and values in tiles: no matrix of scores in memory",
     .first_step = "give a query to each thread of a block of 32, and 32 keys at a time to shared memory",
     .points = 14,
     .even = true,
     .patch_value = patch_first,
     COMMON(attention_cases, make_attention, attention, gates_10)},
};

static const struct pmpp_column columns[] = {
    {"SIMT\neff. %", EMU_simt_efficiency, "%.1f", 100, false},
    {"barriers\na block", EMU_barriers_per_block, "%.1f", 0, false},
    {"warp\nexchanges", EMU_warp_exchanges, "%.0f", 0, false},
    {"load\nrequests", EMU_global_load_requests, "%.0f", 0, false},
    {"store\nrequests", EMU_global_store_requests, "%.0f", 0, false},
    {"launches", EMU_launches, "%.0f", 0, false},
    {"tensor\nMFLOP", EMU_tensor_ops, "%.1f", 1e-6, false},
    {"bytes /\ncompulsory", EMU_global_bytes, "%.3f", 0, true},
};

// Those whose header and library are found (CMakeLists.txt looks for them).
static const char *const baselines[] = {"cub",
#ifdef DNN_HAS_CUDNN
                                        "cudnn",
#define LINK_CUDNN " -lcudnn"
#else
#define LINK_CUDNN ""
#endif
#ifdef DNN_HAS_CUBLASLT
                                        "cublaslt",
#define LINK_CUBLASLT " -lcublasLt"
#else
#define LINK_CUBLASLT ""
#endif
                                        NULL};

const struct pmpp_lab pmpp_lab = {
    .number = "09",
    .name = "dnn",
    .title = "Deep-learning primitives",
    .tasks = tasks,
    .n_tasks = LENGTH(tasks),
    .columns = columns,
    .n_columns = LENGTH(columns),
    .baselines = baselines,
    .baseline_link = "-lcublas" LINK_CUDNN LINK_CUBLASLT,
    .program_option = "--train",
    .program_file = "experiments/train.cu",
    .program_help = "train a network of two layers with your stages 1, 6 and 7",
    .copy_note =
        "CUB has no softmax and no norm: each is a composition of its segmented reductions and a "
        "pass over the elements. Attention is cuBLAS, this softmax, cuBLAS; cuDNN's is one kernel, without "
        "mask and diagonal. cuBLASLt adds the bias; the activation is a kernel of ours. No library "
        "has stage 9's weights.",
};
