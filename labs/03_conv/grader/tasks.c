// Lab 03 as the grader sees it: its tasks, the columns of its table, its baselines.
#include "parts.h"

#define LENGTH(a) (int)(sizeof(a) / sizeof((a)[0]))

#define COMMON(cases_of, make_of, golden_of, update_of, gates_of, mistakes_of)                               \
  .prefix = "conv_", .cases = cases_of, .n_cases = LENGTH(cases_of), .make = make_of, .golden = golden_of,   \
  .update = update_of, .patch_value = patch_value, .gates = gates_of, .n_gates = LENGTH(gates_of),           \
  .mistakes = mistakes_of, .n_mistakes = LENGTH(mistakes_of), .check_leaks = true, .even = true,             \
  .may = PMPP_MAY_COPY

static const struct pmpp_task tasks[] = {
    {.name = "1_conv1d_naive",
     .idea = "one thread an output; it loads every element and every tap that it needs",
     .first_step = "loop over the taps k; skip the elements i - radius + k that lie outside of 0 .. n - 1",
     .points = 8,
     COMMON(line_cases, make_line, golden_line, update_line, gates_1, line_mistakes)},
    {.name = "2_constant_memory",
     .idea = "the taps in constant memory: one word for all lanes, and no load request",
     .first_step = "copy filter into taps_1d with set_taps, and take task 1's kernel with taps_1d[k]",
     .points = 8,
     COMMON(line_cases, make_line, golden_line, update_line, gates_2, line_mistakes)},
    {.name = "3_conv1d_halo",
     .idea = "a tile and its halo in shared memory: each element is loaded once a block",
     .first_step =
         "load elements first - radius .. first + 255 + radius into s, 0 for those outside; then a barrier",
     .points = 12,
     COMMON(line_cases, make_line, golden_line, update_line, gates_3, line_mistakes)},
    {.name = "4_conv2d_halo",
     .idea = "the tile has a halo on four sides, and four corners",
     .first_step = "fill (32 + 2 radius) x (32 + 2 radius) words of shared memory, row by row",
     .points = 16,
     COMMON(picture_cases, make_picture, golden_picture, update_square, gates_4, picture_mistakes),
     .picture = picture_disc},
    {.name = "5_boundary_modes",
     .idea = "coordinates are mapped where the tile is filled, and nowhere else",
     .first_step = "write place(i, n, mode): the index that stands for place i, or -1 for a 0",
     .points = 10,
     COMMON(mode_cases, make_picture, golden_picture, update_square, gates_5, mode_mistakes),
     .picture = picture_disc_mirrored},
    {.name = "6_separable",
     .idea = "rows, then columns: 2 (2r + 1) multiplications instead of (2r + 1)^2",
     .first_step =
         "write the rows' pass into scratch, a tile with a halo left and right; then the columns' pass",
     .points = 14,
     COMMON(separable_cases, make_separable, golden_separable, update_separable, gates_6, separable_mistakes),
     .speed = {"8192 x 8192, 7 + 7 taps", 1,
               .hint = "is each pixel read from global memory once or twice, and written once?"},
     .picture = picture_gauss},
    {.name = "7_stencil_2d",
     .idea = "the same small filter many times: two buffers alternate",
     .first_step = "write one step from any buffer to any other, then the loop over the steps",
     .points = 10,
     COMMON(grid_cases, make_grid, golden_grid, update_grid, gates_7, grid_mistakes),
     .picture = picture_heat},
    {.name = "8_stencil_3d",
     .idea = "walk along z: three planes in registers, the middle one in shared memory",
     .first_step = "keep below, here and above in registers; here goes to shared memory, then a barrier",
     .points = 12,
     COMMON(box_cases, make_box, golden_box, update_box, gates_8, box_mistakes)},
    {.name = "9_im2col_gemm",
     .idea = "many channels and filters: unfold the input, then it is a matrix product",
     .first_step = "write the unfolding: row (channel, ky, kx), column (picture, y, x)",
     .points = 10,
     COMMON(layer_cases, make_layer, golden_layer, update_layer, gates_9, layer_mistakes)},
};

static const struct pmpp_column columns[] = {
    {"load\nrequests", EMU_global_load_requests, "%.0f", 0, PMPP_NO_FLOOR},
    {"sectors\nper load", EMU_sectors_per_load, "%.2f", 0, PMPP_NO_FLOOR},
    {"constant\nloads", EMU_constant_load_requests, "%.0f", 0, PMPP_NO_FLOOR},
    {"shared\nloads", EMU_shared_load_requests, "%.0f", 0, PMPP_NO_FLOOR},
    {"excess\nwavefronts", EMU_shared_wavefronts_excess, "%.0f", 0, PMPP_NO_FLOOR},
    {"launches", EMU_launches, "%.0f", 0, PMPP_NO_FLOOR},
    {"bytes /\ncompulsory", EMU_global_bytes, "%.3f", 0, PMPP_PER_FLOOR_BYTE},
};

// cuDNN where its header and library are found (CMakeLists.txt looks for them).
#ifdef CONV_HAS_CUDNN
static const char *const baselines[] = {"cudnn", NULL};
#define LINK "-lcudnn"
#else
static const char *const baselines[] = {"im2col", NULL};
#define LINK "-lcublas"
#endif

const struct pmpp_lab pmpp_lab = {
    .number = "03",
    .name = "conv",
    .title = "Convolution and stencils",
    .tasks = tasks,
    .n_tasks = LENGTH(tasks),
    .columns = columns,
    .n_columns = LENGTH(columns),
    .baselines = baselines,
    .baseline_link = LINK,
    .copy_note = "The libraries have no stencils (7 and 8). The frame that cuDNN needs for the modes of 5 is "
                 "a kernel of ours.",
};
