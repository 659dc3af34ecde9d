// expect: pass 4_mpi_staged
// form: requests for both neighbours, pinned rows and a stream; blocks leave their greatest change to the host; one reduction
// for all steps at the end.
#include "cluster.h"
#include <cuda_runtime.h>
#include <vector>

enum { THREADS = 256 };

__global__ void step_and_change(const float *from, float *to, int64_t rows, int64_t columns, bool top,
                                bool bottom, float *change) {
  __shared__ float s[THREADS];
  int64_t k = threadIdx.x + (int64_t)blockIdx.x * THREADS;
  s[threadIdx.x] = 0;
  if (k < rows * columns) {
    int64_t row = k / columns, column = k % columns;
    float old = from[columns + k], v = old;
    if (column != 0 && column != columns - 1 && !(row == 0 && top) && !(row == rows - 1 && bottom))
      v = 0.25f * ((from[k] + from[k + 2 * columns]) + (from[columns + k - 1] + from[columns + k + 1]));
    to[columns + k] = v;
    s[threadIdx.x] = fabsf(v - old);
  }
  for (int half = THREADS / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) s[threadIdx.x] = fmaxf(s[threadIdx.x], s[threadIdx.x + half]);
  }
  if (threadIdx.x == 0) change[blockIdx.x] = s[0];
}

int cluster_4_mpi_staged(const int64_t *rows, int64_t columns, int steps, float *a, float *b,
                         float *residual) {
  int rank, ranks, n = 0, row = (int)columns;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  std::vector<int> with_rows;
  int me = -1;
  for (int r = 0; r < ranks; r++) {
    if (r == rank) me = (int)with_rows.size();
    if (rows[r]) with_rows.push_back(r);
  }
  bool top = me == 0, bottom = me == (int)with_rows.size() - 1;
  int64_t mine = rows[rank];
  unsigned blocks = (unsigned)((mine * columns + THREADS - 1) / THREADS);
  float *pinned, *change;
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaMallocHost(&pinned, 4 * columns * sizeof(float));
  cudaMalloc(&change, (blocks + 1) * sizeof(float));
  std::vector<float> changes(blocks), greatest(steps + 1);
  size_t bytes = columns * sizeof(float);
  for (int s = 0; s < steps && mine; s++) {
    float *from = s % 2 ? b : a, *to = s % 2 ? a : b;
    MPI_Request request[4];
    n = 0;
    cudaMemcpyAsync(pinned, from + columns, bytes, cudaMemcpyDeviceToHost, stream);
    cudaMemcpyAsync(pinned + columns, from + mine * columns, bytes, cudaMemcpyDeviceToHost, stream);
    if (!top)
      MPI_Irecv(pinned + 2 * columns, row, MPI_FLOAT, with_rows[me - 1], 1, MPI_COMM_WORLD, &request[n++]);
    if (!bottom)
      MPI_Irecv(pinned + 3 * columns, row, MPI_FLOAT, with_rows[me + 1], 0, MPI_COMM_WORLD, &request[n++]);
    cudaStreamSynchronize(stream);
    if (!top) MPI_Isend(pinned, row, MPI_FLOAT, with_rows[me - 1], 0, MPI_COMM_WORLD, &request[n++]);
    if (!bottom)
      MPI_Isend(pinned + columns, row, MPI_FLOAT, with_rows[me + 1], 1, MPI_COMM_WORLD, &request[n++]);
    MPI_Waitall(n, request, MPI_STATUSES_IGNORE);
    if (!top) cudaMemcpyAsync(from, pinned + 2 * columns, bytes, cudaMemcpyHostToDevice, stream);
    if (!bottom)
      cudaMemcpyAsync(from + (mine + 1) * columns, pinned + 3 * columns, bytes, cudaMemcpyHostToDevice,
                      stream);
    step_and_change<<<blocks, THREADS, 0, stream>>>(from, to, mine, columns, top, bottom, change);
    cudaMemcpyAsync(changes.data(), change, blocks * sizeof(float), cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    for (float c : changes) greatest[s] = fmaxf(greatest[s], c);
  }
  MPI_Allreduce(greatest.data(), residual, steps, MPI_FLOAT, MPI_MAX, MPI_COMM_WORLD);
  cudaFree(change);
  cudaFreeHost(pinned);
  cudaStreamDestroy(stream);
  return cudaGetLastError();
}
