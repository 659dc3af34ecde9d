// ---- 4: ranks of MPI --------------------------------------------------------------------------------------

struct slab_4 { // of this rank
  int up, down; // the neighbours' ranks; MPI_PROC_NULL, with which nothing is exchanged, where the grid ends
  int64_t rows;
  int columns;
  float *room[2];     // before and after a step, in turns; a row above and a row below the slab
  float *sent, *come; // on the host: two rows each, the upper one first
  int *change;        // on the device: the bits of the greatest change of each step
};

// A step of the slab. The bits of floats that are not negative have the order of the floats, so an atomic maximum of whole
// numbers finds the greatest change; the lanes of a warp agree on theirs first.
__global__ void jacobi_4_mpi_staged(const float *from, float *to, int64_t rows, int64_t columns, bool first,
                                    bool last, int *change) {
  int64_t k = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
  float moved = 0;
  if (k < rows * columns) {
    int64_t i = k / columns, j = k % columns;
    bool edge = j == 0 || j == columns - 1 || (first && i == 0) || (last && i == rows - 1);
    const float *at = from + columns + k;
    float old = *at, now = old;
    if (!edge) now = 0.25f * ((at[-columns] + at[columns]) + (at[-1] + at[1]));
    to[columns + k] = now;
    moved = fabsf(now - old);
  }
  for (int apart = 16; apart > 0; apart /= 2) moved = fmaxf(moved, __shfl_xor_sync(~0u, moved, apart));
  if (threadIdx.x % 32 == 0) atomicMax(change, __float_as_int(moved));
}

// The first rows go up while the ones of below come, and then the last rows down. A call that sends and receives cannot wait
// for one that does the same, whatever room MPI has for messages. The copies wait for the kernel before, and for themselves.
static cudaError_t exchange_4_mpi_staged(const struct slab_4 *s, float *slab) {
  const int first = 0, last = 1; // tags: which row it is of the one who sends
  size_t row = s->columns * sizeof(float);
  float *below = slab + (s->rows + 1) * s->columns;
  TRY(cudaMemcpy(s->sent, slab + s->columns, row, cudaMemcpyDeviceToHost));
  TRY(cudaMemcpy(s->sent + s->columns, below - s->columns, row, cudaMemcpyDeviceToHost));
  MPI_Sendrecv(s->sent, s->columns, MPI_FLOAT, s->up, first, s->come + s->columns, s->columns, MPI_FLOAT,
               s->down, first, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Sendrecv(s->sent + s->columns, s->columns, MPI_FLOAT, s->down, last, s->come, s->columns, MPI_FLOAT,
               s->up, last, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (s->up != MPI_PROC_NULL) TRY(cudaMemcpy(slab, s->come, row, cudaMemcpyHostToDevice));
  if (s->down != MPI_PROC_NULL) TRY(cudaMemcpy(below, s->come + s->columns, row, cudaMemcpyHostToDevice));
  return cudaSuccess;
}

// A rank without rows has no neighbours, and takes part in the residual all the same: it is everybody's call.
static cudaError_t steps_4_mpi_staged(const struct slab_4 *s, int steps, float *residual) {
  TRY(cudaMemset(s->change, 0, (steps + 1) * sizeof(int)));
  for (int step = 0; step < steps; step++) {
    float *from = s->room[step % 2], *to = s->room[1 - step % 2];
    float own = 0;
    if (s->rows > 0) {
      TRY(exchange_4_mpi_staged(s, from));
      jacobi_4_mpi_staged<<<blocks_for(s->rows * s->columns), BLOCK>>>(
          from, to, s->rows, s->columns, s->up == MPI_PROC_NULL, s->down == MPI_PROC_NULL, s->change + step);
      TRY(cudaGetLastError());
      TRY(cudaMemcpy(&own, s->change + step, sizeof own, cudaMemcpyDeviceToHost));
    }
    MPI_Allreduce(&own, &residual[step], 1, MPI_FLOAT, MPI_MAX, MPI_COMM_WORLD);
  }
  return cudaDeviceSynchronize();
}

// The next rank in the direction that has rows.
static int neighbour_4_mpi_staged(const int64_t *rows, int rank, int ranks, int direction) {
  if (rows[rank] == 0) return MPI_PROC_NULL;
  for (int r = rank + direction; r >= 0 && r < ranks; r += direction)
    if (rows[r] > 0) return r;
  return MPI_PROC_NULL;
}

int cluster_4_mpi_staged(const int64_t *rows, int64_t columns, int steps, float *a, float *b,
                         float *residual) {
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  struct slab_4 s = {neighbour_4_mpi_staged(rows, rank, ranks, -1),
                     neighbour_4_mpi_staged(rows, rank, ranks, 1),
                     rows[rank],
                     (int)columns,
                     {a, b}};
  float *rows_of_host = (float *)malloc(4 * columns * sizeof(float));
  if (!rows_of_host) return cudaErrorMemoryAllocation;
  s.sent = rows_of_host;
  s.come = rows_of_host + 2 * columns;
  cudaError_t error = cudaMalloc(&s.change, (steps + 1) * sizeof(int));
  if (error == cudaSuccess) error = steps_4_mpi_staged(&s, steps, residual);
  cudaFree(s.change);
  free(rows_of_host);
  return error;
}
