// expect: pass 6_cuda_aware on emu
// form: slabs with even numbers send first, the others receive first; default stream; the host waits for the device.
#include "cluster.h"
#include <cuda_runtime.h>
#include <stdlib.h>

__global__ void one_step(const float *old, float *made, int64_t rows, int64_t columns, bool top, bool bottom,
                         float *change) {
  int64_t row = 1 + blockIdx.x;
  float greatest = 0;
  for (int64_t c = threadIdx.x; c < columns; c += 32) {
    float v = old[row * columns + c], v2 = v;
    if (c > 0 && c + 1 < columns && !(top && row == 1) && !(bottom && row == rows))
      v2 = 0.25f * ((old[(row - 1) * columns + c] + old[(row + 1) * columns + c]) +
                    (old[row * columns + c - 1] + old[row * columns + c + 1]));
    made[row * columns + c] = v2;
    greatest = fmaxf(greatest, fabsf(v2 - v));
  }
  for (int k = 16; k; k /= 2) greatest = fmaxf(greatest, __shfl_xor_sync(~0u, greatest, k));
  if (threadIdx.x == 0) atomicMax((unsigned *)change, __float_as_uint(greatest));
}

// MPI's buffer for a row on the device: the row, or room on the host.
static void send(float *row, int n, int to, bool aware, float *room) {
  if (!aware) cudaMemcpy(room, row, n * sizeof(float), cudaMemcpyDeviceToHost);
  MPI_Send(aware ? row : room, n, MPI_FLOAT, to, 0, MPI_COMM_WORLD);
}
static void take(float *row, int n, int from, bool aware, float *room) {
  MPI_Recv(aware ? row : room, n, MPI_FLOAT, from, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (!aware) cudaMemcpy(row, room, n * sizeof(float), cudaMemcpyHostToDevice);
}

int cluster_6_cuda_aware(const int64_t *rows, int64_t columns, int steps, float *a, float *b,
                         float *residual) {
  int rank, ranks, up = -1, down = -1, number = 0, n = (int)columns;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  bool aware = MPIX_Query_cuda_support() == 1;
  for (int r = 0; r < ranks; r++) {
    if (rows[r] == 0 || rows[rank] == 0) continue;
    if (r < rank) up = r, number++;
    if (r > rank && down < 0) down = r;
  }
  float *room = (float *)malloc(n * sizeof(float)), *change;
  cudaMalloc(&change, sizeof(float));
  for (int s = 0; s < steps; s++) {
    float *from = s % 2 ? b : a, *to = s % 2 ? a : b;
    float *last = from + rows[rank] * columns;
    residual[s] = 0;
    cudaDeviceSynchronize();
    for (int turn = 0; turn < 2; turn++)
      if (number % 2 == turn) {
        if (up >= 0) send(from + columns, n, up, aware, room);
        if (down >= 0) send(last, n, down, aware, room);
      } else {
        if (down >= 0) take(last + columns, n, down, aware, room);
        if (up >= 0) take(from, n, up, aware, room);
      }
    if (rows[rank]) {
      cudaMemset(change, 0, sizeof(float));
      one_step<<<(unsigned)rows[rank], 32>>>(from, to, rows[rank], columns, up < 0, down < 0, change);
      cudaMemcpy(&residual[s], change, sizeof(float), cudaMemcpyDeviceToHost);
    }
    MPI_Allreduce(MPI_IN_PLACE, &residual[s], 1, MPI_FLOAT, MPI_MAX, MPI_COMM_WORLD);
  }
  cudaFree(change);
  free(room);
  return cudaGetLastError();
}
