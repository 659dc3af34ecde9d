// expect: pass 4_mpi_staged on emu
// form: PMPP's MPI_Sendrecv with MPI_PROC_NULL at the ends; every thread claims the greatest change by an atomicMax.
#include "cluster.h"
__global__ void jacobi(const float *a, float *b, int64_t rows, int64_t cols, bool top, bool bottom,
                       unsigned *res) {
  const int64_t c = blockIdx.x * (int64_t)blockDim.x + threadIdx.x,
                r = blockIdx.y * (int64_t)blockDim.y + threadIdx.y + 1;
  if (c >= cols || r > rows) return;
  const int64_t i = r * cols + c;
  const float old = a[i];
  float v = old;
  if (c > 0 && c < cols - 1 && !(top && r == 1) && !(bottom && r == rows))
    v = 0.25f * ((a[i - cols] + a[i + cols]) + (a[i - 1] + a[i + 1]));
  b[i] = v;
  atomicMax(res, __float_as_uint(fabsf(v - old)));
}
int cluster_4_mpi_staged(const int64_t *rows, int64_t columns, int steps, float *a, float *b,
                         float *residual) {
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int64_t n = rows[rank];
  int up = rank - 1, down = rank + 1;
  while (up >= 0 && rows[up] == 0) --up;
  while (down < size && rows[down] == 0) ++down;
  const bool first = up < 0, last = down >= size;
  if (first || n == 0) up = MPI_PROC_NULL;
  if (last || n == 0) down = MPI_PROC_NULL;
  float *h;
  unsigned *dres;
  cudaError_t e;
  const size_t bytes = columns * sizeof(float);
  if ((e = cudaMallocHost(&h, 4 * bytes))) return e;
  if ((e = cudaMalloc(&dres, sizeof *dres))) {
    cudaFreeHost(h);
    return e;
  }
  float *send_up = h, *send_down = h + columns, *recv_up = h + 2 * columns, *recv_down = h + 3 * columns;
  for (int s = 0; s < steps; s++) {
    float mine = 0;
    if (n > 0) {
      cudaMemcpy(send_up, a + columns, bytes, cudaMemcpyDeviceToHost);
      cudaMemcpy(send_down, a + n * columns, bytes, cudaMemcpyDeviceToHost);
    }
    MPI_Sendrecv(send_up, (int)columns, MPI_FLOAT, up, 0, recv_down, (int)columns, MPI_FLOAT, down, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv(send_down, (int)columns, MPI_FLOAT, down, 1, recv_up, (int)columns, MPI_FLOAT, up, 1,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (n > 0) {
      if (up != MPI_PROC_NULL) cudaMemcpy(a, recv_up, bytes, cudaMemcpyHostToDevice);
      if (down != MPI_PROC_NULL) cudaMemcpy(a + (n + 1) * columns, recv_down, bytes, cudaMemcpyHostToDevice);
      cudaMemset(dres, 0, sizeof *dres);
      jacobi<<<dim3((unsigned)((columns + 31) / 32), (unsigned)((n + 5) / 6)), dim3(32, 6)>>>(
          a, b, n, columns, first, last, dres);
      if ((e = cudaGetLastError())) break;
      cudaMemcpy(&mine, dres, 4, cudaMemcpyDeviceToHost);
    }
    MPI_Allreduce(&mine, &residual[s], 1, MPI_FLOAT, MPI_MAX, MPI_COMM_WORLD);
    float *t = a;
    a = b;
    b = t;
  }
  cudaFree(dres);
  cudaFreeHost(h);
  return e;
}
