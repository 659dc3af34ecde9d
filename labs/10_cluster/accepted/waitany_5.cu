// expect: pass 5_mpi_overlap
// form: two streams; each halo's row is computed when MPI_Waitany says that it has come; one reduction for all steps.
#include "cluster.h"
#include <cuda_runtime.h>
#include <vector>

struct grid_part {
  int64_t rows, columns;
  bool top, bottom; // the grid ends there
};

// Rows begin to end - 1 of the slab, counted from 0. A block has a row.
__global__ void step_of_rows(const float *from, float *to, grid_part g, int64_t begin, unsigned *greatest) {
  __shared__ unsigned of_block;
  int64_t i = begin + blockIdx.x;
  if (threadIdx.x == 0) of_block = 0;
  __syncthreads();
  for (int64_t j = threadIdx.x; j < g.columns; j += blockDim.x) {
    int64_t k = (i + 1) * g.columns + j;
    float v = from[k];
    bool keeps = j == 0 || j == g.columns - 1 || (g.top && i == 0) || (g.bottom && i == g.rows - 1);
    if (!keeps) v = 0.25f * ((from[k - g.columns] + from[k + g.columns]) + (from[k - 1] + from[k + 1]));
    to[k] = v;
    atomicMax(&of_block, __float_as_uint(fabsf(v - from[k])));
  }
  __syncthreads();
  if (threadIdx.x == 0) atomicMax(greatest, of_block);
}

int cluster_5_mpi_overlap(const int64_t *rows, int64_t columns, int steps, float *a, float *b,
                          float *residual) {
  int rank, ranks, n = (int)columns;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  int above = rank - 1, below = rank + 1;
  while (above >= 0 && rows[above] == 0) above--;
  while (below < ranks && rows[below] == 0) below++;
  grid_part g = {rows[rank], columns, above < 0, below == ranks};
  float *pinned;
  unsigned *greatest;
  size_t bytes = columns * sizeof(float);
  cudaStream_t inner, outer;
  cudaEvent_t done;
  cudaStreamCreateWithFlags(&inner, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&outer, cudaStreamNonBlocking);
  cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
  cudaMallocHost(&pinned, 4 * bytes);
  cudaMalloc(&greatest, (steps + 1) * sizeof *greatest);
  cudaMemset(greatest, 0, (steps + 1) * sizeof *greatest);
  cudaDeviceSynchronize();
  float *goes[2] = {pinned, pinned + columns}, *comes[2] = {pinned + 2 * columns, pinned + 3 * columns};
  int other[2] = {g.top ? -1 : above, g.bottom ? -1 : below};
  for (int s = 0; s < steps && g.rows > 0; s++) {
    float *from = s % 2 ? b : a, *to = s % 2 ? a : b;
    int64_t own[2] = {0, g.rows - 1}, halo[2] = {-1, g.rows};
    MPI_Request request[4] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    for (int k = 0; k < 2; k++)
      if (other[k] >= 0) {
        MPI_Irecv(comes[k], n, MPI_FLOAT, other[k], 5, MPI_COMM_WORLD, &request[k]);
        cudaMemcpyAsync(goes[k], from + (own[k] + 1) * columns, bytes, cudaMemcpyDeviceToHost, outer);
      }
    cudaStreamSynchronize(outer);
    for (int k = 0; k < 2; k++)
      if (other[k] >= 0) MPI_Isend(goes[k], n, MPI_FLOAT, other[k], 5, MPI_COMM_WORLD, &request[2 + k]);
    if (g.rows > 2) step_of_rows<<<(unsigned)(g.rows - 2), 64, 0, inner>>>(from, to, g, 1, greatest + s);
    cudaEventRecord(done, inner);
    bool needs_both = g.rows == 1;
    int come = (other[0] < 0) + (other[1] < 0), which;
    for (int k = 0; k < 2; k++)
      if (other[k] < 0 && !needs_both) step_of_rows<<<1, 64, 0, outer>>>(from, to, g, own[k], greatest + s);
    while (come < 2) {
      MPI_Waitany(2, request, &which, MPI_STATUS_IGNORE);
      cudaMemcpyAsync(from + (halo[which] + 1) * columns, comes[which], bytes, cudaMemcpyHostToDevice, outer);
      if (!needs_both) step_of_rows<<<1, 64, 0, outer>>>(from, to, g, own[which], greatest + s);
      come++;
    }
    if (needs_both) step_of_rows<<<1, 64, 0, outer>>>(from, to, g, 0, greatest + s);
    MPI_Waitall(2, request + 2, MPI_STATUSES_IGNORE);
    cudaStreamWaitEvent(outer, done, 0);
    cudaStreamSynchronize(outer);
  }
  std::vector<float> own(steps + 1);
  cudaMemcpy(own.data(), greatest, steps * sizeof(float), cudaMemcpyDeviceToHost);
  MPI_Allreduce(own.data(), residual, steps, MPI_FLOAT, MPI_MAX, MPI_COMM_WORLD);
  cudaFree(greatest);
  cudaFreeHost(pinned);
  cudaEventDestroy(done);
  cudaStreamDestroy(outer);
  cudaStreamDestroy(inner);
  return cudaGetLastError();
}
