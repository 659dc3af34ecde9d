// ---- 4: ranks of MPI --------------------------------------------------------------------------------------

struct slab_4 { // of this rank
  int up, down; // the neighbours' ranks; MPI_PROC_NULL, with which nothing is exchanged, where the grid ends
  int64_t rows;
  int columns;
  float *room[2];     // before and after a step, in turns; a row above and a row below the slab
  float *sent, *come; // on the host: two rows each, the upper one first
  int *change;        // on the device: the bits of the greatest change of each step
};

enum { STRIP = 16 }; // rows of a column that a thread has

// A step of `rows` rows, of which the one above is from's first. A thread asks for all that it needs of its strip before it
// computes anything: so many loads under way hide their latency, and most rows are loaded once. A row above the grid's first
// one, or below its last, is not there.
//
// The bits of floats that are not negative have the order of the floats, so a maximum of whole numbers finds the greatest
// change. A block agrees on its own first: an atomic for each warp, all of them to one address, would take longer than the step.
__global__ void jacobi_4_mpi_staged(const float *from, float *to, int64_t rows, int64_t columns, bool first,
                                    bool last, int *change) {
  __shared__ float of_warp[BLOCK / 32];
  int64_t j = (int64_t)blockIdx.x * BLOCK + threadIdx.x, i = (int64_t)blockIdx.y * STRIP;
  int count = rows - i < STRIP ? (int)(rows - i) : STRIP;
  bool top = first && i == 0, bottom = last && i + count == rows;
  float moved = 0;
  if (j < columns) {
    bool side = j == 0 || j == columns - 1;
    const float *at = from + i * columns + j;
    float v[STRIP + 2], left[STRIP], right[STRIP];
#pragma unroll
    for (int k = 0; k < STRIP + 2; k++) v[k] = k >= top && k < count + 2 - bottom ? at[k * columns] : 0;
#pragma unroll
    for (int k = 0; k < STRIP; k++) {
      left[k] = k < count && !side ? at[(k + 1) * columns - 1] : 0;
      right[k] = k < count && !side ? at[(k + 1) * columns + 1] : 0;
    }
#pragma unroll
    for (int k = 0; k < STRIP; k++) {
      bool edge = side || (top && k == 0) || (bottom && k == count - 1);
      float now = edge ? v[k + 1] : 0.25f * ((v[k] + v[k + 2]) + (left[k] + right[k]));
      if (k < count) {
        to[(i + k + 1) * columns + j] = now;
        moved = fmaxf(moved, fabsf(now - v[k + 1]));
      }
    }
  }
  for (int apart = 16; apart > 0; apart /= 2) moved = fmaxf(moved, __shfl_xor_sync(~0u, moved, apart));
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = moved;
  __syncthreads();
  if (threadIdx.x > 0) return;
  for (int w = 1; w < BLOCK / 32; w++) moved = fmaxf(moved, of_warp[w]);
  atomicMax(change, __float_as_int(moved));
}

// A step of so many of the slab's rows, the first of which has number 1.
static cudaError_t launch_4_mpi_staged(const struct slab_4 *s, const float *from, float *to, int64_t begin,
                                       int64_t count, int *change, cudaStream_t stream) {
  bool first = begin == 1 && s->up == MPI_PROC_NULL;
  bool last = begin + count - 1 == s->rows && s->down == MPI_PROC_NULL;
  int64_t above = (begin - 1) * s->columns;
  if (count <= 0) return cudaSuccess;
  dim3 grid(blocks_for(s->columns), (unsigned)((count + STRIP - 1) / STRIP));
  jacobi_4_mpi_staged<<<grid, BLOCK, 0, stream>>>(from + above, to + above, count, s->columns, first, last,
                                                  change);
  return cudaGetLastError();
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
      TRY(launch_4_mpi_staged(s, from, to, 1, s->rows, s->change + step, 0));
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
