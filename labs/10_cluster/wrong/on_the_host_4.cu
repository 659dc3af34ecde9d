// expect: rejected 4_mpi_staged global_store_bytes on emu
// fault: [hostwork] the slab is fetched, the host computes the steps, and the slab is sent back.
#include "cluster.h"
#include <cuda_runtime.h>
#include <vector>

static int next(const int64_t *rows, int rank, int ranks, int direction) {
  for (int r = rank + direction; rows[rank] && r >= 0 && r < ranks; r += direction)
    if (rows[r]) return r;
  return MPI_PROC_NULL;
}

int cluster_4_mpi_staged(const int64_t *rows, int64_t columns, int steps, float *a, float *b,
                         float *residual) {
  int rank, ranks, c = (int)columns;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  int up = next(rows, rank, ranks, -1), down = next(rows, rank, ranks, 1);
  size_t n = rows[rank] * columns;
  std::vector<float> from(n + 2 * columns), to;
  cudaMemcpy(from.data() + columns, a + columns, n * sizeof(float), cudaMemcpyDeviceToHost);
  for (int s = 0; s < steps; s++) {
    float *f = from.data();
    MPI_Sendrecv(f + c, c, MPI_FLOAT, up, 0, f + n + c, c, MPI_FLOAT, down, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Sendrecv(f + n, c, MPI_FLOAT, down, 1, f, c, MPI_FLOAT, up, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    to = from;
    float own = 0;
    for (size_t k = c; k < n + c; k++) { // fault
      bool edge = k % c == 0 || k % c == (size_t)c - 1 || (up == MPI_PROC_NULL && k < 2 * (size_t)c) ||
                  (down == MPI_PROC_NULL && k >= n);
      if (!edge) to[k] = 0.25f * ((f[k - c] + f[k + c]) + (f[k - 1] + f[k + 1]));
      own = fmaxf(own, fabsf(to[k] - f[k]));
    }
    MPI_Allreduce(&own, &residual[s], 1, MPI_FLOAT, MPI_MAX, MPI_COMM_WORLD);
    from.swap(to);
  }
  cudaMemcpy((steps % 2 ? b : a) + columns, from.data() + columns, n * sizeof(float), cudaMemcpyHostToDevice);
  return cudaGetLastError();
}
