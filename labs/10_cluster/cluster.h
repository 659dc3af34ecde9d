// The contract of lab 10: copies, kernels and the host at work at a time.
#ifndef CLUSTER_H
#define CLUSTER_H

#include "worker/contract.h"
#include <math.h>

#ifdef __cplusplus
#include "worker/nccl.h"
#include "worker/ranks.h"
#include <cuda_runtime.h>
#define CLUSTER_INLINE static inline __host__ __device__
#else
#define CLUSTER_INLINE static inline
#endif

enum { CLUSTER_MOST_DEVICES = 8 };

// What task 1 computes of each element: twelve steps of x -> x^2 - 3/4, each rounded once. |x| <= 1 stays so.
CLUSTER_INLINE float cluster_map(float x) {
  for (int i = 0; i < 12; i++) x = fmaf(x, x, -0.75f);
  return x;
}

// A step of task 9: an element c, and its neighbours before and behind it along each axis.
CLUSTER_INLINE float cluster_seven(float c, float z0, float z1, float y0, float y1, float x0, float x1) {
  return 0.125f * (((z0 + z1) + (y0 + y1)) + ((x0 + x1) + (c + c)));
}

// Where part k of n elements begins that are cut into so many parts.
CLUSTER_INLINE int64_t cluster_part(int64_t n, int parts, int64_t k) {
  return k * n / parts;
}

PMPP_CONTRACT_BEGIN

// Each function returns 0, PMPP_TODO while the task is not begun, or the cudaError_t that stopped it. When it returns, its
// results are complete, and it holds no memory, stream or event of its own. Inputs are not changed. Results are compared
// bit by bit.

// y[i] = cluster_map(x[i]) for 0 <= i < n, computed by the device in chunks of `chunk` >= 1 elements, of which it has room
// for some; the last one may be shorter. x and y are HOST arrays in ordinary, pageable memory, and they do not overlap. While a chunk is computed, other
// chunks are copied.
int cluster_1_overlap(const float *x, int64_t n, int64_t chunk, float *y);

// `steps` >= 0 Jacobi steps of a block of rows x columns elements, row-major: the part of a larger grid that one GPU has of
// several. rows >= 1, columns >= 1. A step makes of each element in columns 1 to columns - 2
//     0.25f * ((above + below) + (left + right)),    additions in this order,
// from the values before the step. The elements of column 0 and of column columns - 1 are edges of the grid: they keep their
// values. Nothing is periodic.
//
// The rows above the first one and below the last one are the neighbours': halos. Before step s the row above is
// halos[2 s * columns ...], the row below halos[(2 s + 1) * columns ...]. After step s, the block's first row goes to
// borders[2 s * columns ...] and its last row to borders[(2 s + 1) * columns ...], for the neighbours. After all steps out
// is the block.
//
// in, out and scratch are device arrays: rows * columns elements each, scratch of cluster_scratch(rows, columns), undefined.
// halos and borders are HOST arrays of steps * 2 * columns elements, in pinned memory.
int cluster_2_boundary_first(const float *in, const float *halos, int64_t rows, int64_t columns, int steps,
                             float *scratch, float *out, float *borders);

// How halos come from one device to another: copied by the host's calls, or loaded by the kernels that need them.
enum cluster_way { CLUSTER_COPIES, CLUSTER_LOADS };

// `steps` >= 0 Jacobi steps as in task 2, of a grid that is cut into slabs of whole rows: devices 0 to devices - 1 have
// rows[d] >= 0 rows each, those of device 0 first. 1 <= devices <= CLUSTER_MOST_DEVICES, columns >= 1, one row or more in
// all. The grid's first and last row and its first and last column are edges: they keep their values.
//
// a[d] and b[d] are arrays in the memory of device d, of (rows[d] + 2) * columns elements: room for the row above the slab,
// the slab, room for the row below. At the beginning a has the slabs, and all else is undefined. After an even number of
// steps a has the result, after an odd number b.
//
// CLUSTER_COPIES: no kernel touches another device's memory. CLUSTER_LOADS: nothing is copied; only where a device cannot
// reach a neighbour's memory (cudaDeviceCanAccessPeer) it works by copies all the same. At the call device 0 is set, and no
// device has access to another one; so it is when the function returns.
int cluster_3_peers(enum cluster_way way, int devices, const int64_t *rows, int64_t columns, int steps,
                    float *const *a, float *const *b);

// `steps` >= 0 Jacobi steps as in task 3, of a grid that is cut into slabs for the ranks of MPI_COMM_WORLD. Each rank calls the
// function, with the same rows, columns and steps: rank r has rows[r] >= 0 rows, those of rank 0 first; one row or more in all.
// MPI_Init has been called, and the worker calls MPI_Finalize.
//
// a and b are arrays of the rank's own device, the one that is set, of (rows[rank] + 2) * columns elements: room for the row
// above the slab, the slab, room for the row below. At the beginning a has the slab, and all else is undefined. After an even
// number of steps a has the result, after an odd number b.
//
// residual is a HOST array of `steps` elements: on every rank, residual[s] is the greatest |after - before| of all the grid's
// elements in step s. An edge changes by 0.
int cluster_4_mpi_staged(const int64_t *rows, int64_t columns, int steps, float *a, float *b,
                         float *residual);

// As task 4. While the halos are under way, the device computes the rows that need none.
int cluster_5_mpi_overlap(const int64_t *rows, int64_t columns, int steps, float *a, float *b,
                          float *residual);

// As task 4. Where MPIX_Query_cuda_support() says that MPI takes device pointers, no row goes through the host's memory; where
// it does not, all of them do.
int cluster_6_cuda_aware(const int64_t *rows, int64_t columns, int steps, float *a, float *b,
                         float *residual);

// As task 5, with NCCL in the place of MPI: nothing waits on the host but what begins and ends it all. NCCL knows nobody: the
// function makes a communicator of all ranks, one for the rank's device, and destroys it.
int cluster_7_nccl(const int64_t *rows, int64_t columns, int steps, float *a, float *b, float *residual);

// Each device 0 to devices - 1 has a vector of n >= 0 elements, vector[d] in its memory. When the function returns, each of
// them is the sum of all, element by element. The elements are whole numbers, so small that each sum is exact in whatever
// order. scratch[d] is undefined room on device d of cluster_ring_scratch(devices, n) elements. 1 <= devices <=
// CLUSTER_MOST_DEVICES. Devices and peer access: as in task 3.
int cluster_8_ring_all_reduce(int devices, int64_t n, float *const *vector, float *const *scratch);

// `steps` >= 0 steps of a grid of size[0] x size[1] x size[2] elements, row-major, the last axis the quickest. It is cut into
// cut[0] x cut[1] x cut[2] boxes; size[i] >= cut[i] >= 1. Box (i, j, k) belongs to device (i cut[1] + j) cut[2] + k, and has
// along an axis the elements from cluster_part(size, cut, i) to cluster_part(size, cut, i + 1) - 1. A step makes cluster_seven
// of each element and its six neighbours, from the values before it; the elements of the grid's surface keep their values.
//
// a[d] and b[d] are arrays on device d for a box with a layer of halos around it, (e0 + 2) x (e1 + 2) x (e2 + 2) elements for
// a box of e0 x e1 x e2. At the beginning a has the boxes, and all else is undefined, the halos too. After an even number of
// steps a has the result, after an odd number b. faces[d] is undefined room on device d, of cluster_face_room(e) elements.
//
// No kernel touches another device's memory. Devices and peer access: as in task 3.
int cluster_9_decomposition(const int cut[3], const int64_t size[3], int steps, float *const *a,
                            float *const *b, float *const *faces);

PMPP_CONTRACT_END

// Room for two chunks of a vector that is cut into as many as there are devices.
static inline int64_t cluster_ring_scratch(int devices, int64_t n) {
  return 2 * ((n + devices - 1) / devices);
}

// Room for the six faces of a box twice: those that go, and those that come.
static inline int64_t cluster_face_room(const int64_t extent[3]) {
  return 4 * (extent[0] * extent[1] + extent[0] * extent[2] + extent[1] * extent[2]);
}

// Room for two blocks with a row above and a row below each.
static inline int64_t cluster_scratch(int64_t rows, int64_t columns) {
  return 2 * (rows + 2) * columns;
}

#endif
