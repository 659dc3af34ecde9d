// ---- 6: device pointers in MPI ----------------------------------------------------------------------------

// MPI takes a row from the device's memory and puts one there; how it does so is its own affair. It knows no streams, so the
// kernel that has stored the rows has to be done: the copy of the residual has waited for it.
static cudaError_t exchange_6_cuda_aware(const struct slab_4 *s, float *slab) {
  const int first = 0, last = 1; // tags, as in task 4
  float *below = slab + (s->rows + 1) * s->columns;
  MPI_Sendrecv(slab + s->columns, s->columns, MPI_FLOAT, s->up, first, below, s->columns, MPI_FLOAT, s->down,
               first, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Sendrecv(below - s->columns, s->columns, MPI_FLOAT, s->down, last, slab, s->columns, MPI_FLOAT, s->up,
               last, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return cudaSuccess;
}

// A build of Open MPI with CUDA and one without it have the same functions: the program asks. MPI_Allreduce of one number stays
// on the host, since that is where it is needed.
static cudaError_t steps_6_cuda_aware(const struct slab_4 *s, int steps, float *residual) {
  int aware = MPIX_Query_cuda_support();
  for (int step = 0; step < steps; step++) {
    float *from = s->room[step % 2], *to = s->room[1 - step % 2], own = 0;
    if (s->rows > 0) {
      TRY(aware ? exchange_6_cuda_aware(s, from) : exchange_4_mpi_staged(s, from));
      TRY(launch_4_mpi_staged(s, from, to, 1, s->rows, s->change + step, 0));
      TRY(cudaMemcpy(&own, s->change + step, sizeof own, cudaMemcpyDeviceToHost));
    }
    MPI_Allreduce(&own, &residual[step], 1, MPI_FLOAT, MPI_MAX, MPI_COMM_WORLD);
  }
  return cudaDeviceSynchronize();
}

int cluster_6_cuda_aware(const int64_t *rows, int64_t columns, int steps, float *a, float *b,
                         float *residual) {
  struct slab_4 s = {};
  float *rows_of_host = (float *)malloc(4 * columns * sizeof(float));
  if (!rows_of_host) return cudaErrorMemoryAllocation;
  s.sent = rows_of_host;
  s.come = rows_of_host + 2 * columns;
  cudaError_t error = open_slab(&s, rows, columns, steps, a, b);
  if (error == cudaSuccess) error = steps_6_cuda_aware(&s, steps, residual);
  cudaFree(s.change);
  free(rows_of_host);
  return error;
}
