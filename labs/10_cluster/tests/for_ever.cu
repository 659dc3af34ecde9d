// Test: rank 1 computes for ever, behind its first reduction. The grader ends the job at its time limit, and says where each rank
// was.
#include "cluster.h"
#include <cuda_runtime.h>

int cluster_4_mpi_staged(const int64_t *rows, int64_t columns, int steps, float *a, float *b,
                         float *residual) {
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Allreduce(MPI_IN_PLACE, residual, 1, MPI_FLOAT, MPI_MAX, MPI_COMM_WORLD);
  for (volatile int waits = rank == 1; waits;) continue;
  MPI_Barrier(MPI_COMM_WORLD);
  return cudaGetLastError();
}
