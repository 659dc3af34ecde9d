// Lab 10 as the grader sees it: its tasks and the columns of its table.
#include "parts.h"

#define COUNT_OF(a) (int)(sizeof(a) / sizeof((a)[0]))

#define COMMON(of, gates_of)                                                                                 \
  .prefix = "cluster_", .cases = of##_cases, .n_cases = COUNT_OF(of##_cases), .make = make_##of,             \
  .golden = golden_##of, .gates = gates_of, .n_gates = COUNT_OF(gates_of), .mistakes = of##_mistakes,        \
  .n_mistakes = COUNT_OF(of##_mistakes), .check_leaks = true, .check_handles = true, .synchronous = true

static const struct pmpp_task tasks[] = {
    {.name = "1_overlap",
     .idea = "pinned memory, chunks and two streams: copies run while a kernel computes",
     .first_step = "write it for one stream and one chunk after the other; then give every second chunk to "
                   "another stream",
     .points = 15,
     COMMON(overlap, gates_1)},
    {.name = "2_boundary_first",
     .idea = "the boundary's rows on a stream with the halos' copies, the interior beside them",
     .first_step = "write it on one stream: halos in, one kernel for all rows, borders out, for each step",
     .points = 15,
     COMMON(boundary, gates_2)},
    {.name = "3_peers",
     .idea = "slabs of a grid on several devices: halos copied from device to device, or loaded from a "
             "neighbour's memory",
     .first_step = "write it for copies alone: for each step all halos, a wait for all devices, all kernels",
     .points = 20,
     COMMON(peers, gates_3)},
    {.name = "4_mpi_staged",
     .idea = "slabs of a grid on ranks of MPI: halos through the host's memory by calls that wait, the "
             "residual by "
             "MPI_Allreduce",
     .first_step =
         "write it for one rank: two rooms in turns, and the residual; then the rows to and from the "
         "neighbours, by MPI_Sendrecv",
     .points = 15,
     COMMON(staged, gates_4)},
    {.name = "8_ring_all_reduce",
     .idea = "the sum of the devices' vectors on each of them: chunks go around a ring, once to be added, "
             "once to "
             "be spread",
     .first_step = "write down for three devices who sends which chunk in which step; then one step with the "
                   "host waiting behind it",
     .points = 15,
     COMMON(ring, gates_8)},
    {.name = "9_decomposition",
     .idea =
         "a grid in three dimensions, cut along one, two or three axes: faces packed, copied and unpacked",
     .first_step =
         "cut along axis 0 alone: two faces a box; then make the axis a parameter of the kernel that packs",
     .points = 20,
     COMMON(boxes, gates_9)},
};

static const struct pmpp_column columns[] = {
    {"launches", EMU_launches, "%.0f", 0, false},
    {"load\nrequests", EMU_global_load_requests, "%.0f", 0, false},
    {"store\nbytes", EMU_global_store_bytes, "%.0f", 0, false},
    {"overlapped\ncopy bytes", EMU_overlapped_copy_bytes, "%.0f", 0, false},
    {"peer\ncopy bytes", EMU_peer_copy_bytes, "%.0f", 0, false},
    {"busiest\nlink bytes", EMU_busiest_link_bytes, "%.0f", 0, false},
    {"message\nbytes", EMU_message_bytes, "%.0f", 0, false},
    {"bytes /\ncompulsory", EMU_global_bytes, "%.3f", 0, true},
};

static const char *const baselines[] = {NULL};

const struct pmpp_lab pmpp_lab = {
    .number = "10",
    .name = "cluster",
    .title = "Beyond one GPU",
    .tasks = tasks,
    .n_tasks = COUNT_OF(tasks),
    .columns = columns,
    .n_columns = COUNT_OF(columns),
    .baselines = baselines,
};
