// ---- 5: messages beside the interior ----------------------------------------------------------------------

// The rows between the first and the last one need no halo.
static cudaError_t interior_5_mpi_overlap(const struct slab_4 *s, const float *from, float *to, int *change,
                                          cudaStream_t stream) {
  return launch_4_mpi_staged(s, from, to, 2, s->rows - 2, change, stream);
}

static cudaError_t boundary_5_mpi_overlap(const struct slab_4 *s, const float *from, float *to, int *change,
                                          cudaStream_t stream) {
  TRY(launch_4_mpi_staged(s, from, to, 1, 1, change, stream));
  return s->rows > 1 ? launch_4_mpi_staged(s, from, to, s->rows, 1, change, stream) : cudaSuccess;
}

// From here on four messages are under way, and their rows on the host belong to MPI. It knows no streams: what is sent has to
// be there before the call.
static cudaError_t post_5_mpi_overlap(const struct slab_4 *s, const float *slab, MPI_Request *request,
                                      cudaStream_t stream) {
  const int first = 0, last = 1; // tags, as in task 4
  size_t row = s->columns * sizeof(float);
  MPI_Irecv(s->come, s->columns, MPI_FLOAT, s->up, last, MPI_COMM_WORLD, &request[0]);
  MPI_Irecv(s->come + s->columns, s->columns, MPI_FLOAT, s->down, first, MPI_COMM_WORLD, &request[1]);
  if (s->up != MPI_PROC_NULL)
    TRY(cudaMemcpyAsync(s->sent, slab + s->columns, row, cudaMemcpyDeviceToHost, stream));
  if (s->down != MPI_PROC_NULL)
    TRY(cudaMemcpyAsync(s->sent + s->columns, slab + s->rows * s->columns, row, cudaMemcpyDeviceToHost,
                        stream));
  TRY(cudaStreamSynchronize(stream));
  MPI_Isend(s->sent, s->columns, MPI_FLOAT, s->up, first, MPI_COMM_WORLD, &request[2]);
  MPI_Isend(s->sent + s->columns, s->columns, MPI_FLOAT, s->down, last, MPI_COMM_WORLD, &request[3]);
  return cudaSuccess;
}

static cudaError_t halos_5_mpi_overlap(const struct slab_4 *s, float *slab, cudaStream_t stream) {
  size_t row = s->columns * sizeof(float);
  float *below = slab + (s->rows + 1) * s->columns;
  if (s->up != MPI_PROC_NULL) TRY(cudaMemcpyAsync(slab, s->come, row, cudaMemcpyHostToDevice, stream));
  if (s->down != MPI_PROC_NULL)
    TRY(cudaMemcpyAsync(below, s->come + s->columns, row, cudaMemcpyHostToDevice, stream));
  return cudaSuccess;
}

// The kernel of the interior is asked for, and the host goes on at once: it waits for the messages while the device computes.
static cudaError_t steps_5_mpi_overlap(const struct slab_4 *s, int steps, float *residual, float *own,
                                       cudaStream_t stream) {
  MPI_Request request[4];
  for (int step = 0; step < steps; step++) {
    float *from = s->room[step % 2], *to = s->room[1 - step % 2];
    int *change = s->change + step;
    *own = 0;
    if (s->rows > 0) {
      TRY(post_5_mpi_overlap(s, from, request, stream));
      TRY(interior_5_mpi_overlap(s, from, to, change, stream));
      MPI_Waitall(4, request, MPI_STATUSES_IGNORE);
      TRY(halos_5_mpi_overlap(s, from, stream));
      TRY(boundary_5_mpi_overlap(s, from, to, change, stream));
      TRY(cudaMemcpyAsync(own, change, sizeof *own, cudaMemcpyDeviceToHost, stream));
      TRY(cudaStreamSynchronize(stream));
    }
    MPI_Allreduce(own, &residual[step], 1, MPI_FLOAT, MPI_MAX, MPI_COMM_WORLD);
  }
  return cudaSuccess;
}

// What tasks 5 to 7 have in common: this rank's slab, and a cleared number for each step's greatest change.
static cudaError_t open_slab(struct slab_4 *s, const int64_t *rows, int64_t columns, int steps, float *a,
                             float *b) {
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  s->up = neighbour_4_mpi_staged(rows, rank, ranks, -1);
  s->down = neighbour_4_mpi_staged(rows, rank, ranks, 1);
  s->rows = rows[rank];
  s->columns = (int)columns;
  s->room[0] = a;
  s->room[1] = b;
  TRY(cudaMalloc(&s->change, (steps + 1) * sizeof(int)));
  TRY(cudaMemset(s->change, 0, (steps + 1) * sizeof(int)));
  return cudaDeviceSynchronize(); // other streams do not wait for cudaMemset
}

// Copies between the device and the rows on the host, and the residual's, are asynchronous: so they are pinned.
int cluster_5_mpi_overlap(const int64_t *rows, int64_t columns, int steps, float *a, float *b,
                          float *residual) {
  struct slab_4 s = {};
  cudaStream_t stream = NULL;
  cudaError_t error = open_slab(&s, rows, columns, steps, a, b);
  if (error == cudaSuccess) error = cudaMallocHost(&s.sent, (4 * columns + 1) * sizeof(float));
  if (error == cudaSuccess) error = cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  s.come = s.sent + 2 * columns;
  if (error == cudaSuccess) error = steps_5_mpi_overlap(&s, steps, residual, s.come + 2 * columns, stream);
  if (stream) cudaStreamDestroy(stream);
  cudaFreeHost(s.sent);
  cudaFree(s.change);
  return error;
}
