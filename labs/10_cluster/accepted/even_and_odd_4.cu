// expect: pass 4_mpi_staged on emu
// form: calls that only send or only receive: even slabs send first, odd ones receive first.
#include "cluster.h"
#include <cuda_runtime.h>
#include <stdlib.h>

__global__ void step(const float *from, float *to, int64_t rows, int64_t columns, int top, int bottom,
                     unsigned *greatest) {
  __shared__ unsigned of_block;
  int64_t j = threadIdx.x + (int64_t)blockIdx.x * blockDim.x, i = blockIdx.y + 1;
  if (threadIdx.x == 0) of_block = 0;
  __syncthreads();
  float v = 0, old = 0;
  const float *at = from + i * columns + j;
  if (j < columns) v = old = *at;
  if (j > 0 && j < columns - 1 && !(top && i == 1) && !(bottom && i == rows))
    v = 0.25f * ((at[-columns] + at[columns]) + (at[-1] + at[1]));
  if (j < columns) to[i * columns + j] = v;
  atomicMax(&of_block, __float_as_uint(fabsf(v - old)));
  __syncthreads();
  if (threadIdx.x == 0) atomicMax(greatest, of_block);
}

struct place {
  int number, above, below; // of the slabs; ranks, or -1
};

static struct place place_of(const int64_t *rows, int rank, int ranks) {
  struct place p = {0, -1, -1};
  for (int r = 0; r < ranks; r++) {
    if (!rows[r]) continue;
    if (r < rank) p.above = r, p.number++;
    if (r > rank && p.below < 0) p.below = r;
  }
  return p;
}

static void send_row(const float *row, int64_t columns, int to, float *host) {
  if (to < 0) return;
  cudaMemcpy(host, row, columns * sizeof(float), cudaMemcpyDeviceToHost);
  MPI_Send(host, (int)columns, MPI_FLOAT, to, 7, MPI_COMM_WORLD);
}

static void take_row(float *row, int64_t columns, int from, float *host) {
  if (from < 0) return;
  MPI_Recv(host, (int)columns, MPI_FLOAT, from, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  cudaMemcpy(row, host, columns * sizeof(float), cudaMemcpyHostToDevice);
}

static void exchange(float *slab, int64_t rows, int64_t columns, struct place p, float *host) {
  for (int turn = 0; turn < 2; turn++) {
    if (p.number % 2 == turn) {
      send_row(slab + columns, columns, p.above, host);
      send_row(slab + rows * columns, columns, p.below, host);
    } else {
      take_row(slab + (rows + 1) * columns, columns, p.below, host);
      take_row(slab, columns, p.above, host);
    }
  }
}

int cluster_4_mpi_staged(const int64_t *rows, int64_t columns, int steps, float *a, float *b,
                         float *residual) {
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  struct place p = place_of(rows, rank, ranks);
  float *host = (float *)malloc(columns * sizeof(float));
  unsigned *greatest;
  cudaMalloc(&greatest, sizeof *greatest);
  for (int s = 0; s < steps; s++) {
    float *from = s % 2 ? b : a, *to = s % 2 ? a : b;
    residual[s] = 0;
    if (rows[rank]) {
      exchange(from, rows[rank], columns, p, host);
      cudaMemset(greatest, 0, sizeof *greatest);
      dim3 grid((unsigned)((columns + 63) / 64), (unsigned)rows[rank]);
      step<<<grid, 64>>>(from, to, rows[rank], columns, p.above < 0, p.below < 0, greatest);
      cudaMemcpy(&residual[s], greatest, sizeof *greatest, cudaMemcpyDeviceToHost);
    }
    MPI_Allreduce(MPI_IN_PLACE, &residual[s], 1, MPI_FLOAT, MPI_MAX, MPI_COMM_WORLD);
  }
  cudaFree(greatest);
  free(host);
  return cudaGetLastError();
}
