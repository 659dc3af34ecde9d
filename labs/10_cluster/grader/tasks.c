// Lab 10 as the grader sees it: its tasks and the columns of its table.
#include "parts.h"

#define COUNT_OF(a) (int)(sizeof(a) / sizeof((a)[0]))

#define COMMON(of, gates_of)                                                                                 \
  .prefix = "cluster_", .cases = of##_cases, .n_cases = COUNT_OF(of##_cases), .make = make_##of,             \
  .golden = golden_##of, .gates = gates_of, .n_gates = COUNT_OF(gates_of), .mistakes = of##_mistakes,        \
  .n_mistakes = COUNT_OF(of##_mistakes), .check_leaks = true, .check_handles = true, .synchronous = true,    \
  .may = PMPP_MAY_ALL

static const struct pmpp_task tasks[] = {
    {.name = "1_overlap",
     .idea = "pinned memory, chunks and streams: copies run in both directions while a kernel computes",
     .first_step =
         "write it for one stream and one chunk after the other; then give the chunks to three streams "
         "in turn",
     .points = 10,
     COMMON(overlap, gates_1)},
    {.name = "2_boundary_first",
     .idea = "the boundary's rows on a stream with the halos' copies, the interior beside them",
     .first_step = "write it on one stream: halos in, one kernel for all rows, borders out, for each step",
     .points = 10,
     COMMON(boundary, gates_2),
     .many_blocks = true},
    {.name = "3_peers",
     .idea = "slabs of a grid on several devices: halos copied from device to device, or loaded from a "
             "neighbour's memory",
     .first_step = "write it for copies alone: for each step all halos, a wait for all devices, all kernels",
     .points = 15,
     COMMON(peers, gates_3),
     .many_blocks = true},
    {.name = "4_mpi_staged",
     .idea = "slabs of a grid on ranks of MPI: halos through the host's memory by calls that wait, the "
             "residual by "
             "MPI_Allreduce",
     .first_step =
         "write it for one rank: two rooms in turns, and the residual; then the rows to and from the "
         "neighbours, by MPI_Sendrecv",
     .points = 10,
     COMMON(staged, gates_4),
     .claims = true,
     .many_blocks = true},
    {.name = "5_mpi_overlap",
     .idea = "messages posted first, the interior computed while they are under way, then the wait and the "
             "boundary",
     .first_step = "take task 4 and post MPI_Irecv and MPI_Isend; then split its kernel into the rows that "
                   "need a halo and "
                   "the others",
     .points = 10,
     COMMON(staged, gates_5),
     .claims = true,
     .many_blocks = true},
    {.name = "6_cuda_aware",
     .idea = "device pointers straight into MPI, where MPI says that it takes them",
     .first_step = "take task 4, and let the exchange have the pointers that MPI gets as parameters",
     .points = 8,
     COMMON(aware, gates_6),
     .claims = true,
     .many_blocks = true},
    {.name = "7_nccl",
     .idea = "halos by grouped sends and receives in a stream, the residual by ncclAllReduce: the host waits "
             "once",
     .first_step = "one stream: in each step a group of ncclSend and ncclRecv, the kernel, ncclAllReduce; "
                   "wait after all "
                   "steps",
     .points = 12,
     COMMON(nccl, gates_7),
     .claims = true,
     .many_blocks = true},
    {.name = "8_ring_all_reduce",
     .idea = "the sum of the devices' vectors on each of them: chunks go around a ring, once to be added, "
             "once to "
             "be spread",
     .first_step = "write down for three devices who sends which chunk in which step; then one step with the "
                   "host waiting after it",
     .points = 10,
     COMMON(ring, gates_8)},
    {.name = "9_decomposition",
     .idea =
         "a grid in three dimensions, cut along one, two or three axes: faces packed, copied and unpacked",
     .first_step =
         "cut along axis 0 alone: two faces a box; then make the axis a parameter of the kernel that packs",
     .points = 15,
     COMMON(boxes, gates_9),
     .many_blocks = true},
};

static const struct pmpp_column columns[] = {
    {"launches", EMU_launches, "%.0f", 0, false},
    {"load\nrequests", EMU_global_load_requests, "%.0f", 0, false},
    {"store\nbytes", EMU_global_store_bytes, "%.0f", 0, false},
    {"overlapped\ncopy bytes", EMU_overlapped_copy_bytes, "%.0f", 0, false},
    {"peer\ncopy bytes", EMU_peer_copy_bytes, "%.0f", 0, false},
    {"busiest\nlink bytes", EMU_busiest_link_bytes, "%.0f", 0, false},
    {"message\nbytes", EMU_message_bytes, "%.0f", 0, false},
    {"stores beside\nmessages", EMU_store_bytes_beside_messages, "%.0f", 0, false},
    {"bytes /\ncompulsory", EMU_global_bytes, "%.3f", 0, true},
};

// NCCL where its header and library are found (CMakeLists.txt looks for them). Nothing of this lab is timed by `bench`.
#ifdef CLUSTER_HAS_NCCL
static const char *const baselines[] = {"nccl", NULL};
#define LINK "-lnccl"
#else
static const char *const baselines[] = {NULL};
#define LINK NULL
#endif

const struct pmpp_lab pmpp_lab = {
    .number = "10",
    .name = "cluster",
    .title = "Beyond one GPU",
    .tasks = tasks,
    .n_tasks = COUNT_OF(tasks),
    .columns = columns,
    .n_columns = COUNT_OF(columns),
    .baselines = baselines,
    .baseline_link = LINK,
};
