// expect: pass 5_mpi_overlap on emu
// form: the boundary first, and its rows sent for the next step while the interior is computed; pageable rows; the host asks
// MPI_Testall again and again.
#include "cluster.h"
#include <cuda_runtime.h>
#include <stdlib.h>

__global__ void step_of_elements(const float *from, float *to, int64_t columns, int64_t first, int64_t count,
                                 int64_t kept_0, int64_t kept_1, int *most) {
  int64_t e = threadIdx.x + (int64_t)blockIdx.x * blockDim.x, k = first * columns + e;
  float change = 0;
  if (e < count * columns) {
    int64_t row = k / columns, column = k % columns;
    bool keeps = column == 0 || column == columns - 1 || row == kept_0 || row == kept_1;
    float before = from[k], after = before;
    if (!keeps) after = 0.25f * ((from[k - columns] + from[k + columns]) + (from[k - 1] + from[k + 1]));
    to[k] = after;
    change = fabsf(after - before);
  }
  int bits = __reduce_max_sync(0xffffffff, __float_as_int(change));
  if (threadIdx.x % 32 == 0) atomicMax(most, bits);
}

struct rank_slab {
  int up, down;
  int64_t rows, columns;
  float *host; // out to up and to down, in from up and from down
  int *most;   // of each step
};

static void compute(const rank_slab *s, const float *from, float *to, int64_t first, int64_t count,
                    int step) {
  if (count <= 0) return;
  int64_t none = -1;
  step_of_elements<<<(unsigned)((count * s->columns + 95) / 96), 96>>>(
      from, to, s->columns, first, count, s->up == MPI_PROC_NULL ? 1 : none,
      s->down == MPI_PROC_NULL ? s->rows : none, s->most + step);
}

static void post(const rank_slab *s, const float *slab, MPI_Request *request) {
  int n = (int)s->columns;
  size_t bytes = s->columns * sizeof(float);
  if (s->up != MPI_PROC_NULL) cudaMemcpy(s->host, slab + s->columns, bytes, cudaMemcpyDeviceToHost);
  if (s->down != MPI_PROC_NULL)
    cudaMemcpy(s->host + n, slab + s->rows * s->columns, bytes, cudaMemcpyDeviceToHost);
  MPI_Isend(s->host, n, MPI_FLOAT, s->up, 1, MPI_COMM_WORLD, request);
  MPI_Isend(s->host + n, n, MPI_FLOAT, s->down, 2, MPI_COMM_WORLD, request + 1);
  MPI_Irecv(s->host + 2 * n, n, MPI_FLOAT, s->up, 2, MPI_COMM_WORLD, request + 2);
  MPI_Irecv(s->host + 3 * n, n, MPI_FLOAT, s->down, 1, MPI_COMM_WORLD, request + 3);
}

static void finish(const rank_slab *s, float *slab, MPI_Request *request) {
  size_t bytes = s->columns * sizeof(float);
  for (int there = 0; !there;) MPI_Testall(4, request, &there, MPI_STATUSES_IGNORE);
  if (s->up != MPI_PROC_NULL) cudaMemcpy(slab, s->host + 2 * s->columns, bytes, cudaMemcpyHostToDevice);
  if (s->down != MPI_PROC_NULL)
    cudaMemcpy(slab + (s->rows + 1) * s->columns, s->host + 3 * s->columns, bytes, cudaMemcpyHostToDevice);
}

int cluster_5_mpi_overlap(const int64_t *rows, int64_t columns, int steps, float *a, float *b,
                          float *residual) {
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  rank_slab s = {MPI_PROC_NULL, MPI_PROC_NULL, rows[rank], columns};
  for (int r = 0; r < ranks && s.rows; r++) {
    if (rows[r] && r < rank) s.up = r;
    if (rows[r] && r > rank && s.down == MPI_PROC_NULL) s.down = r;
  }
  s.host = (float *)malloc(4 * columns * sizeof(float));
  cudaMalloc(&s.most, (steps + 1) * sizeof(int));
  cudaMemset(s.most, 0, (steps + 1) * sizeof(int));
  MPI_Request request[4];
  float *from = a, *to = b;
  if (s.rows && steps > 0) post(&s, from, request), finish(&s, from, request);
  for (int step = 0; step < steps && s.rows; step++) {
    compute(&s, from, to, 1, 1, step);
    if (s.rows > 1) compute(&s, from, to, s.rows, 1, step);
    bool more = step + 1 < steps;
    if (more) post(&s, to, request); // its copies wait for the boundary, which is in their stream
    compute(&s, from, to, 2, s.rows - 2, step);
    if (more) finish(&s, to, request);
    float *old = from;
    from = to;
    to = old;
  }
  cudaMemcpy(residual, s.most, steps * sizeof(float), cudaMemcpyDeviceToHost);
  MPI_Allreduce(MPI_IN_PLACE, residual, steps, MPI_FLOAT, MPI_MAX, MPI_COMM_WORLD);
  cudaFree(s.most);
  free(s.host);
  return cudaGetLastError();
}
