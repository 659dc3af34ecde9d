// Lab 10, beyond one GPU: your file. Work from the top. README.md and MPI.md explain the tasks.
//
// Grade all of it, or one task at a time:
//     ctest --test-dir build -L lab10
//     build/bin/lab10 --task 1_overlap
// A task that still returns PMPP_TODO is reported as "todo". You may add functions and kernels of your own.
#include "cluster.h"
#include <cuda_runtime.h>

// ---- 1: chunks on streams (about 35 lines) ----------------------------------------------------------------

// Given: the kernel. It works in place.
__global__ void map_each_1(float *values, int64_t n) {
  int64_t k = threadIdx.x + (int64_t)blockIdx.x * blockDim.x;
  if (k < n) values[k] = cluster_map(values[k]);
}

int cluster_1_overlap(const float *x, int64_t n, int64_t chunk, float *y) {
  return PMPP_TODO; // remove this line when you begin

  // Gap: the host arrays are pageable. Pin them (cudaHostRegister), and undo it at the end (cudaHostUnregister), also when
  // an earlier call failed. x is const: cast it.
  // Gap: make streams that do not wait for the default stream: how many, so that one chunk can come, one be computed and
  // one go? Give each of them room for a chunk on the device.
  // Gap: for each chunk: copy in, kernel, copy out, all three on the chunk's stream. The last chunk may be shorter.
  // Gap: wait for all streams, free everything, and return the first error.
  return 0;
}

// ---- 2: boundary and interior (about 50 lines) ------------------------------------------------------------

// Gap: a kernel for a step of some of the block's rows. Columns 0 and columns - 1 keep their values.

int cluster_2_boundary_first(const float *in, const float *halos, int64_t rows, int64_t columns, int steps,
                             float *scratch, float *out, float *borders) {
  return PMPP_TODO; // remove this line when you begin

  // Gap: scratch has room for two blocks, each with a row above and a row below. Copy in to the first.
  // Gap: for each step, on one stream: both halos in, the first and the last row, both borders out. On the other: the rows
  // between them. Where does one stream read what the other has stored? An event belongs there, and nowhere else.
  // Gap: copy the block to out. Which of the two is it? When the function returns, all of this has to be done.
  return 0;
}

// ---- 3: several devices of one process (about 75 lines) ---------------------------------------------------

// Gap: a kernel for a step of one slab. Its first row needs a row from above, its last row one from below. Both come as
// pointers, so that they may lie anywhere; NULL says that the grid ends there.

int cluster_3_peers(enum cluster_way way, int devices, const int64_t *rows, int64_t columns, int steps,
                    float *const *a, float *const *b) {
  return PMPP_TODO; // remove this line when you begin

  // Gap: which devices have rows? Each of these gets a stream and an event, made while it is set (cudaSetDevice). The ones
  // next to each other among them are neighbours.
  // Gap: give neighbours access to each other's memory (cudaDeviceEnablePeerAccess), and take it back at the end.
  // Gap: each step, by copies: every device sends its first and its last row to the room beside its neighbours' slabs.
  // By loads: its kernel gets pointers to their rows instead. In both ways: who must wait for whom before the kernel?
  // Gap: all devices have to be done when the function returns. cudaDeviceSynchronize waits for one of them.
  return 0;
}

// ---- 4: ranks of MPI (about 80 lines) ---------------------------------------------------------------------

// Gap: a kernel for a step of one slab, which also finds the greatest change of its elements.

int cluster_4_mpi_staged(const int64_t *rows, int64_t columns, int steps, float *a, float *b,
                         float *residual) {
  return PMPP_TODO; // remove this line when you begin

  // Gap: MPI_Comm_rank says which rank this is. Which ranks are its neighbours? MPI_PROC_NULL stands for none.
  // Gap: each step: the first and the last row to the host, from there to the neighbours, and theirs to the device. Both
  // neighbours do the same at the same time: in which order do you send and receive, so that no rank waits for ever?
  // Gap: the kernel; its greatest change to the host; MPI_Allreduce makes of all ranks' numbers the step's residual. A rank
  // without rows takes part in that.
  return 0;
}

// ---- 5: messages beside the interior (about 50 lines more) ------------------------------------------------

// Gap: task 4's kernel for some of the slab's rows: the first and the last one, or those between.

int cluster_5_mpi_overlap(const int64_t *rows, int64_t columns, int steps, float *a, float *b,
                          float *residual) {
  return PMPP_TODO; // remove this line when you begin

  // Gap: pinned memory for the rows that go and those that come, and a stream.
  // Gap: each step: MPI_Irecv for both halos; the two rows to the host, and MPI_Isend for them when they are there. Then the
  // kernel of the rows that need no halo, and after its launch MPI_Waitall; then halos to the device, and the other rows.
  // Gap: the residual, as in task 4. Until MPI_Waitall the rows on the host are MPI's: neither read nor write them.
  return 0;
}

// ---- 6: device pointers in MPI (about 20 lines more) ------------------------------------------------------

int cluster_6_cuda_aware(const int64_t *rows, int64_t columns, int steps, float *a, float *b,
                         float *residual) {
  return PMPP_TODO; // remove this line when you begin

  // Gap: task 4 with another exchange: pointers to the rows on the device, where MPIX_Query_cuda_support() allows that.
  // Gap: MPI knows no streams. What has to be done before it reads a row?
  return 0;
}

// ---- 7: NCCL, in streams (about 75 lines) -----------------------------------------------------------------

int cluster_7_nccl(const int64_t *rows, int64_t columns, int steps, float *a, float *b, float *residual) {
  return PMPP_TODO; // remove this line when you begin

  // Gap: rank 0 makes an id (ncclGetUniqueId), MPI_Bcast gives it to all, ncclCommInitRank makes the communicator.
  // Gap: each step: a group (ncclGroupStart, ncclGroupEnd) of ncclSend and ncclRecv with each neighbour in one stream, the
  // kernel of the inner rows in another one. Events as in task 2.
  // Gap: ncclAllReduce of the step's greatest change, on the device. All ranks call it, in the same order.
  // Gap: one wait at the end; then the residuals to the host. Destroy the communicator.
  return 0;
}

// ---- 8: all-reduce in a ring (about 75 lines) -------------------------------------------------------------

// Gap: a kernel that adds a chunk that has come to the device's own.

int cluster_8_ring_all_reduce(int devices, int64_t n, float *const *vector, float *const *scratch) {
  return PMPP_TODO; // remove this line when you begin

  // Gap: cut the vector into as many chunks as there are devices. Some may be shorter, or empty.
  // Gap: reduce-scatter. In each of devices - 1 steps every device sends one chunk to the next device's scratch, and the
  // next device adds it. Which one, so that what was added in a step is sent in the next?
  // Gap: all-gather. As many steps, in which whole chunks go straight to their place.
  // Gap: what must a copy wait for? That what it sends is there, and that the room where it goes is free.
  return 0;
}

// ---- 9: a grid cut along up to three axes (about 110 lines) -----------------------------------------------

// Gap: a kernel that packs a layer of a box, and one (or the same, the other way round) that unpacks into a halo. Two strides
// and an offset describe each of the six faces.
// Gap: a kernel for a step of a box. Which of its elements are on the surface of the grid?

int cluster_9_decomposition(const int cut[3], const int64_t size[3], int steps, float *const *a,
                            float *const *b, float *const *faces) {
  return PMPP_TODO; // remove this line when you begin

  // Gap: for each device: where its box begins and how long it is, and which devices are beside it. faces[d] has room for the
  // six faces that it sends, and for the six that come.
  // Gap: each step: pack, one copy for every face that has a neighbour, unpack what has come, compute.
  // Gap: when may a face be stored over the one that came there a step before?
  return 0;
}
