// Lab 10 as the worker sees it: which contract function serves which task.
#include "calls_devices.h"
#include "cluster.h"
#include "worker/worker.h"
#include <string.h>

// Of either backend's runtime, beside those of calls_devices.h.
int cudaMallocHost(void **pointer, size_t bytes);
int cudaFreeHost(void *pointer);
enum { HOST_TO_HOST = 0 };

typedef int boundary(const float *, const float *, int64_t, int64_t, int, float *, float *, float *);

// The results are read in a stream that waits for nothing: what is still under way when the function has returned comes too
// late, or races with this, whatever the schedule.
static int read_results(const struct pmpp_io *io, const float *borders, float *read, size_t bytes) {
  void *stream;
  int error = cudaStreamCreateWithFlags(&stream, NON_BLOCKING);
  if (error) return error;
  error = cudaMemcpyAsync(read, io->arg[3], sizeof(float), DEVICE_TO_HOST, stream);
  if (!error) error = cudaMemcpyAsync(read, borders, bytes, HOST_TO_HOST, stream);
  if (!error) error = cudaStreamSynchronize(stream);
  cudaStreamDestroy(stream);
  memcpy(io->arg[4], read, bytes);
  return error;
}

// Halos and borders are in pinned memory, with room for an element where there is no step.
static int pinned(const struct pmpp_io *io, boundary *f) {
  size_t elements = (size_t)io->count[1] + 1, bytes = (size_t)io->count[1] * sizeof(float);
  float *halos, *borders, *read;
  int error = cudaMallocHost((void **)&halos, elements * sizeof(float));
  if (error) return error;
  error = cudaMallocHost((void **)&borders, elements * sizeof(float));
  if (!error) {
    error = cudaMallocHost((void **)&read, elements * sizeof(float));
    if (!error) {
      memcpy(halos, io->arg[1], bytes);
      memset(borders, 0xff, bytes);
      error = f(io->arg[0], halos, io->param[0], io->param[1], (int)io->param[2], io->arg[2], io->arg[3],
                borders);
      if (!error) error = read_results(io, borders, read, bytes);
      cudaFreeHost(read);
    }
    cudaFreeHost(borders);
  }
  cudaFreeHost(halos);
  return error;
}

#define CALLS(RUN, TWO, AFTER)                                                                               \
  RUN(cluster, 1_overlap, f(io->arg[0], io->param[0], io->param[1], io->arg[1]))                             \
  RUN(cluster, 2_boundary_first, pinned(io, f))                                                              \
  RUN(cluster, 3_peers, call_peers(io, f))                                                                   \
  RUN(cluster, 4_mpi_staged, call_staged(io, f))                                                             \
  RUN(cluster, 5_mpi_overlap, call_staged(io, f))                                                            \
  RUN(cluster, 6_cuda_aware, call_aware(io, f))                                                              \
  RUN(cluster, 7_nccl, call_staged(io, f))                                                                   \
  RUN(cluster, 8_ring_all_reduce, call_ring(io, f))                                                          \
  RUN(cluster, 9_decomposition, call_boxes(io, f))
PMPP_CALLS(CALLS);
