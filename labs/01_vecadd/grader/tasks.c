// Lab 01 as the grader sees it: its tasks, the columns of its table, its baselines.
#include "parts.h"

#define CASES(k)     cases_##k, COUNT(cases_##k)
#define MISTAKES(of) .mistakes = of##_mistakes, .n_mistakes = COUNT(of##_mistakes)
#define GATES(k)     .gates = gates_##k, .n_gates = COUNT(gates_##k)

static const struct pmpp_task tasks[] = {
    {"1_five_steps", "vecadd_", "the host's part: allocate, copy, launch, copy back, free",
     "cudaMalloc one device array and check the error it returns", 15, CASES(1), make_add_host,
     golden_add_host, update_add, NULL, GATES(1), .check_leaks = true, .synchronous = true,
     .may = PMPP_MAY_ALL},
    {"2_boundary", "vecadd_", "one thread an element, and none beyond the last",
     "the kernel's index from blockIdx.x, blockDim.x and threadIdx.x; the launch is given", 10, CASES(2),
     make_add, golden_add, update_add, NULL, GATES(2), .even = true},
    {"3_grid_stride", "vecadd_", "a grid of fixed size walks over any n",
     "start from task 2's kernel and turn its `if (i < n)` into a loop that steps by the whole grid", 15,
     CASES(3), make_add_blocks, golden_add, update_add, NULL, GATES(3), .even = true},
    {"4_float4", "vecadd_", "16-byte accesses, with a head, a tail and a fallback",
     "first the easy case: n a multiple of 4 and aligned pointers; then the tail; then the head", 20,
     CASES(4), make_add_misaligned, golden_add, update_add, NULL, GATES(4), .even = true,
     .speed = {"n=2^26", 0.75, .hint = "do enough threads run at a time, each with accesses of 16 bytes?"}},
    {"5_rgb_to_gray", "vecadd_", "two-dimensional indices, x along the row",
     "choose a two-dimensional block, compute x and y, and return where either is outside the image", 15,
     CASES(5), make_gray, golden_gray, update_gray, NULL, GATES(5), MISTAKES(gray), .even = true},
    {"6_fused_relu", "vecadd_", "two operations, one pass over memory",
     "one kernel that loads x[i] once, computes in a local variable and stores y[i] once", 10, CASES(6),
     make_relu, golden_relu, update_relu, NULL, GATES(6), MISTAKES(relu), .even = true},
    {"7_soa", "vecadd_", "a struct of arrays instead of an array of structs",
     "grade the given kernel as it is: it is right, and its sectors per load are 32", 15, CASES(7),
     make_energy, golden_energy, update_energy, NULL, GATES(7), MISTAKES(energy), .even = true,
     .speed = {"n=2^26", 0.75, .hint = "do enough threads run at a time, neighbours reading neighbours?"}},
};

static const struct pmpp_column columns[] = {
    {"launches", EMU_launches, "%.0f", 0, false},
    {"blocks", EMU_blocks, "%.0f", 0, false},
    {"threads", EMU_threads, "%.0f", 0, false},
    {"load\nrequests", EMU_global_load_requests, "%.0f", 0, false},
    {"store\nrequests", EMU_global_store_requests, "%.0f", 0, false},
    {"sectors\nper load", EMU_sectors_per_load, "%.2f", 0, false},
    {"load\nefficiency", EMU_load_efficiency, "%.1f%%", 100, false},
    {"bytes /\ncompulsory", EMU_global_bytes, "%.2f", 0, true},
};

static const char *const baselines[] = {"cub", "thrust", NULL};

const struct pmpp_lab pmpp_lab = {
    .number = "01",
    .name = "vecadd",
    .title = "Vector addition",
    .tasks = tasks,
    .n_tasks = COUNT(tasks),
    .columns = columns,
    .n_columns = COUNT(columns),
    .baselines = baselines,
};
