// expect: pass 6_cuda_aware on emu
// form: requests on device pointers, in a stream of its own; the residual is reduced where it lies, too.
#include "cluster.h"
#include <cuda_runtime.h>
#include <vector>

__global__ void relax(const float *x, float *y, int64_t n, int64_t w, int above, int below, float *most) {
  __shared__ float best[8];
  int64_t j = threadIdx.x + (int64_t)blockIdx.x * blockDim.x, i = blockIdx.y;
  float d = 0;
  if (j < w) {
    const float *p = x + (i + 1) * w + j;
    float was = *p, is = was;
    if (j && j < w - 1 && (i || above) && (i < n - 1 || below))
      is = 0.25f * ((p[-w] + p[w]) + (p[-1] + p[1]));
    y[(i + 1) * w + j] = is;
    d = fabsf(is - was);
  }
  for (int k = 1; k < 32; k *= 2) d = fmaxf(d, __shfl_down_sync(~0u, d, k));
  if (threadIdx.x % 32 == 0) best[threadIdx.x / 32] = d;
  __syncthreads();
  if (threadIdx.x) return;
  for (unsigned k = 1; k < blockDim.x / 32; k++) d = fmaxf(d, best[k]);
  atomicMax((int *)most, __float_as_int(d));
}

int cluster_6_cuda_aware(const int64_t *rows, int64_t columns, int steps, float *a, float *b,
                         float *residual) {
  int me, all, w = (int)columns, cuda = MPIX_Query_cuda_support();
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &all);
  int64_t n = rows[me];
  std::vector<int> others;
  int up = -1, down = -1;
  for (int r = me - 1; r >= 0 && up < 0 && n; r--)
    if (rows[r]) up = r;
  for (int r = me + 1; r < all && down < 0 && n; r++)
    if (rows[r]) down = r;
  float *most, *staged;
  size_t bytes = w * sizeof(float);
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaMallocHost(&staged, 4 * bytes);
  cudaMalloc(&most, (steps + 1) * sizeof(float));
  cudaMemsetAsync(most, 0, (steps + 1) * sizeof(float), stream);
  for (int s = 0; s < steps; s++) {
    float *x = s % 2 ? b : a, *y = s % 2 ? a : b;
    float *first = x + w, *last = x + n * w, *over = x, *under = x + (n + 1) * w;
    float *to_up = cuda ? first : staged, *to_down = cuda ? last : staged + w;
    float *of_up = cuda ? over : staged + 2 * w, *of_down = cuda ? under : staged + 3 * w;
    MPI_Request q[4];
    int k = 0;
    if (!cuda && up >= 0) cudaMemcpyAsync(to_up, first, bytes, cudaMemcpyDeviceToHost, stream);
    if (!cuda && down >= 0) cudaMemcpyAsync(to_down, last, bytes, cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    if (up >= 0) {
      MPI_Irecv(of_up, w, MPI_FLOAT, up, s, MPI_COMM_WORLD, &q[k++]);
      MPI_Isend(to_up, w, MPI_FLOAT, up, s, MPI_COMM_WORLD, &q[k++]);
    }
    if (down >= 0) {
      MPI_Irecv(of_down, w, MPI_FLOAT, down, s, MPI_COMM_WORLD, &q[k++]);
      MPI_Isend(to_down, w, MPI_FLOAT, down, s, MPI_COMM_WORLD, &q[k++]);
    }
    MPI_Waitall(k, q, MPI_STATUSES_IGNORE);
    if (!cuda && up >= 0) cudaMemcpyAsync(over, of_up, bytes, cudaMemcpyHostToDevice, stream);
    if (!cuda && down >= 0) cudaMemcpyAsync(under, of_down, bytes, cudaMemcpyHostToDevice, stream);
    if (n)
      relax<<<dim3((unsigned)(w + 127) / 128, (unsigned)n), 128, 0, stream>>>(x, y, n, w, up >= 0, down >= 0,
                                                                              most + s);
  }
  cudaStreamSynchronize(stream);
  if (cuda) {
    MPI_Allreduce(MPI_IN_PLACE, most, steps, MPI_FLOAT, MPI_MAX, MPI_COMM_WORLD);
    cudaMemcpy(residual, most, steps * sizeof(float), cudaMemcpyDeviceToHost);
  } else {
    cudaMemcpy(residual, most, steps * sizeof(float), cudaMemcpyDeviceToHost);
    MPI_Allreduce(MPI_IN_PLACE, residual, steps, MPI_FLOAT, MPI_MAX, MPI_COMM_WORLD);
  }
  cudaFree(most);
  cudaFreeHost(staged);
  cudaStreamDestroy(stream);
  return cudaGetLastError();
}
