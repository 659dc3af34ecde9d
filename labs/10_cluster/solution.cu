// Reference for lab 10: what runs at a time, and what has to wait.
//
//   1_overlap         chunks on three streams: one is copied in, one computed, one copied out
//   2_boundary_first  what the neighbours need goes through one stream, the bulk of the work through another
//   3_peers           devices of one process: halos copied to the neighbours, or loaded from their memory
//   4_mpi_staged      slabs on ranks of MPI: halos through the host's memory, the residual by a reduction
//   5_mpi_overlap     the interior computed while messages are under way
//   6_cuda_aware      device pointers in MPI, where it takes them
//   7_nccl            grouped sends and receives in streams, the residual by ncclAllReduce
//   8_ring_all_reduce a vector on each device becomes the sum of all: chunks go around a ring, twice
//   9_decomposition   a grid cut along up to three axes: faces packed, copied, unpacked
//
// A stream is a queue: its works run in order. Works of different streams have no order, unless an event or the host gives
// them one. So each pair of works that touch the same memory needs a reason why one comes first.
#include "cluster.h"
#include <cuda_runtime.h>
#include <stdlib.h>

// Hand a CUDA error back to the caller at once.
#define TRY(call)                                                                                            \
  do {                                                                                                       \
    cudaError_t error_ = (call);                                                                             \
    if (error_ != cudaSuccess) return error_;                                                                \
  } while (0)

enum { BLOCK = 128 };

static unsigned blocks_for(int64_t n) {
  return (unsigned)((n + BLOCK - 1) / BLOCK);
}

// ---- 1: chunks --------------------------------------------------------------------------------------------

enum { LANES = 3 }; // one chunk comes, one is computed, one goes: with two lanes a stage would always wait

struct lane { // a stream, and the room on the device that it alone uses
  cudaStream_t stream;
  float *room;
};

__global__ void map_1_overlap(float *v, int64_t n) {
  int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
  if (i < n) v[i] = cluster_map(v[i]);
}

// Copy in, kernel and copy out of one chunk are in one stream: they need no event. The third chunk behind it comes
// into the same room by the same stream, behind the copy out. Between the streams nothing is shared, so nothing is ordered.
// The host waits once, at the end.
static cudaError_t chunks_1_overlap(const float *x, int64_t n, int64_t chunk, float *y,
                                    const struct lane *lane) {
  for (int64_t first = 0, k = 0; first < n; first += chunk, k++) {
    const struct lane *l = &lane[k % LANES];
    int64_t count = n - first < chunk ? n - first : chunk;
    size_t bytes = count * sizeof(float);
    TRY(cudaMemcpyAsync(l->room, x + first, bytes, cudaMemcpyHostToDevice, l->stream));
    map_1_overlap<<<blocks_for(count), BLOCK, 0, l->stream>>>(l->room, count);
    TRY(cudaGetLastError());
    TRY(cudaMemcpyAsync(y + first, l->room, bytes, cudaMemcpyDeviceToHost, l->stream));
  }
  for (int k = 0; k < LANES; k++) TRY(cudaStreamSynchronize(lane[k].stream));
  return cudaSuccess;
}

static cudaError_t open_lane(struct lane *l, int64_t chunk) {
  TRY(cudaStreamCreateWithFlags(&l->stream, cudaStreamNonBlocking));
  return cudaMalloc(&l->room, chunk * sizeof(float));
}

// The engine that copies reads physical memory: pages that the operating system may move meanwhile go through a buffer of
// the driver's, and the host is kept busy. cudaHostRegister pins the pages.
int cluster_1_overlap(const float *x, int64_t n, int64_t chunk, float *y) {
  if (n == 0) return 0;
  struct lane lane[LANES] = {};
  size_t bytes = n * sizeof(float);
  TRY(cudaHostRegister((void *)x, bytes, cudaHostRegisterDefault));
  cudaError_t error = cudaHostRegister(y, bytes, cudaHostRegisterDefault);
  if (error == cudaSuccess) {
    for (int k = 0; k < LANES && error == cudaSuccess; k++) error = open_lane(&lane[k], chunk);
    if (error == cudaSuccess) error = chunks_1_overlap(x, n, chunk, y, lane);
    for (int k = 0; k < LANES; k++) {
      cudaFree(lane[k].room);
      if (lane[k].stream) cudaStreamDestroy(lane[k].stream);
    }
    cudaHostUnregister(y);
  }
  cudaHostUnregister((void *)x);
  return error;
}

// ---- 2: boundary and interior -----------------------------------------------------------------------------

// A step of `count` rows first, first + stride, ... Row 0 is the halo above the block, row rows + 1 the one below.
__global__ void jacobi_2_boundary_first(const float *from, float *to, int64_t columns, int64_t first,
                                        int64_t stride, int64_t count) {
  int64_t k = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
  if (k >= count * columns) return;
  int64_t j = k % columns, i = (first + k / columns * stride) * columns + j;
  bool edge = j == 0 || j == columns - 1;
  to[i] = edge ? from[i] : 0.25f * ((from[i - columns] + from[i + columns]) + (from[i - 1] + from[i + 1]));
}

struct plan_2 {
  cudaStream_t outer, inner;      // boundary and halos; interior
  cudaEvent_t boundary, interior; // of the step under way: they are stored
};

static cudaError_t steps_2_boundary_first(const float *in, const float *halos, int64_t rows, int64_t columns,
                                          int steps, float *scratch, float *out, float *borders,
                                          const struct plan_2 *p) {
  size_t row = columns * sizeof(float);
  float *from = scratch, *to = scratch + (rows + 2) * columns;
  TRY(cudaMemcpyAsync(from + columns, in, rows * row, cudaMemcpyDeviceToDevice, p->inner));
  TRY(cudaEventRecord(p->interior, p->inner));
  for (int64_t s = 0; s < steps; s++) {
    const float *halo = halos + 2 * s * columns;
    float *border = borders + 2 * s * columns;
    // The boundary reads rows 2 and rows - 1 of the step before.
    TRY(cudaStreamWaitEvent(p->outer, p->interior, 0));
    TRY(cudaMemcpyAsync(from, halo, row, cudaMemcpyHostToDevice, p->outer));
    TRY(cudaMemcpyAsync(from + (rows + 1) * columns, halo + columns, row, cudaMemcpyHostToDevice, p->outer));
    int both = rows > 1 ? 2 : 1;
    jacobi_2_boundary_first<<<blocks_for(both * columns), BLOCK, 0, p->outer>>>(from, to, columns, 1,
                                                                                rows - 1, both);
    TRY(cudaGetLastError());
    TRY(cudaEventRecord(p->boundary, p->outer));
    TRY(cudaMemcpyAsync(border, to + columns, row, cudaMemcpyDeviceToHost, p->outer));
    TRY(cudaMemcpyAsync(border + columns, to + rows * columns, row, cudaMemcpyDeviceToHost, p->outer));
    if (rows > 2) {
      int64_t inside = rows - 2;
      jacobi_2_boundary_first<<<blocks_for(inside * columns), BLOCK, 0, p->inner>>>(from, to, columns, 2, 1,
                                                                                    inside);
      TRY(cudaGetLastError());
    }
    TRY(cudaEventRecord(p->interior, p->inner));
    // The next interior reads rows 1 and rows.
    TRY(cudaStreamWaitEvent(p->inner, p->boundary, 0));
    float *old = from;
    from = to;
    to = old;
  }
  TRY(cudaMemcpyAsync(out, from + columns, rows * row, cudaMemcpyDeviceToDevice, p->inner));
  TRY(cudaStreamSynchronize(p->outer));
  return cudaStreamSynchronize(p->inner);
}

// Both streams read `from` and store to different rows of `to`: within a step they need no order. Between steps they do, in
// both directions. A copy of a border and the interior of the same step, and of the next one, have no order: they overlap.
int cluster_2_boundary_first(const float *in, const float *halos, int64_t rows, int64_t columns, int steps,
                             float *scratch, float *out, float *borders) {
  struct plan_2 p = {};
  cudaError_t error = cudaStreamCreateWithFlags(&p.outer, cudaStreamNonBlocking);
  if (error == cudaSuccess) error = cudaStreamCreateWithFlags(&p.inner, cudaStreamNonBlocking);
  if (error == cudaSuccess) error = cudaEventCreateWithFlags(&p.boundary, cudaEventDisableTiming);
  if (error == cudaSuccess) error = cudaEventCreateWithFlags(&p.interior, cudaEventDisableTiming);
  if (error == cudaSuccess)
    error = steps_2_boundary_first(in, halos, rows, columns, steps, scratch, out, borders, &p);
  if (p.interior) cudaEventDestroy(p.interior);
  if (p.boundary) cudaEventDestroy(p.boundary);
  if (p.inner) cudaStreamDestroy(p.inner);
  if (p.outer) cudaStreamDestroy(p.outer);
  return error;
}

#include "solution/3_peers.cuh"
#include "solution/4_mpi_staged.cuh"
#include "solution/5_mpi_overlap.cuh"
#include "solution/6_cuda_aware.cuh"
#include "solution/7_nccl.cuh"
#include "solution/8_ring_all_reduce.cuh"
#include "solution/9_decomposition.cuh"
