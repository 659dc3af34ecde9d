// expect: pass 2_boundary_first
// form: a stream of high priority for the boundary with its copies in and out, one of low priority for the interior.
#include "cluster.h"
__global__ void rows_kernel(const float *p, float *q, int64_t cols, int64_t first, int64_t count,
                            int64_t step) {
  const int64_t c = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
  for (int64_t k = blockIdx.y; k < count; k += gridDim.y) {
    const int64_t i = (first + k * step) * cols + c;
    if (c < cols)
      q[i] = c == 0 || c == cols - 1 ? p[i] : 0.25f * ((p[i - cols] + p[i + cols]) + (p[i - 1] + p[i + 1]));
  }
}
int cluster_2_boundary_first(const float *in, const float *halos, int64_t rows, int64_t cols, int steps,
                             float *scratch, float *out, float *borders) {
  const size_t row = cols * sizeof(float);
  float *u = scratch, *v = scratch + (rows + 2) * cols;
  int lo, hi;
  cudaDeviceGetStreamPriorityRange(&lo, &hi);
  cudaStream_t edge, inner;
  cudaEvent_t edge_done, inner_done, start;
  cudaStreamCreateWithPriority(&edge, cudaStreamNonBlocking, hi);
  cudaStreamCreateWithPriority(&inner, cudaStreamNonBlocking, lo);
  cudaEventCreate(&edge_done);
  cudaEventCreate(&inner_done);
  cudaEventCreate(&start);
  cudaMemcpyAsync(u + cols, in, rows * row, cudaMemcpyDeviceToDevice, inner);
  cudaEventRecord(inner_done, inner);
  cudaEventRecord(edge_done, edge);
  const unsigned gx = (unsigned)((cols + 159) / 160);
  for (int s = 0; s < steps; s++) {
    cudaStreamWaitEvent(edge, inner_done, 0);
    cudaStreamWaitEvent(inner, edge_done, 0);
    cudaMemcpyAsync(u, halos + 2 * s * cols, row, cudaMemcpyHostToDevice, edge);
    cudaMemcpyAsync(u + (rows + 1) * cols, halos + (2 * s + 1) * cols, row, cudaMemcpyHostToDevice, edge);
    rows_kernel<<<dim3(gx, rows > 1 ? 2 : 1), 160, 0, edge>>>(u, v, cols, 1, rows > 1 ? 2 : 1,
                                                              rows > 1 ? rows - 1 : 1);
    cudaEventRecord(edge_done, edge);
    cudaMemcpyAsync(borders + 2 * s * cols, v + cols, row, cudaMemcpyDeviceToHost, edge);
    cudaMemcpyAsync(borders + (2 * s + 1) * cols, v + rows * cols, row, cudaMemcpyDeviceToHost, edge);
    if (rows > 2)
      rows_kernel<<<dim3(gx, (unsigned)(rows - 2 < 1024 ? rows - 2 : 1024)), 160, 0, inner>>>(u, v, cols, 2,
                                                                                              rows - 2, 1);
    cudaEventRecord(inner_done, inner);
    float *t = u;
    u = v;
    v = t;
  }
  cudaStreamWaitEvent(inner, edge_done, 0);
  cudaMemcpyAsync(out, u + cols, rows * row, cudaMemcpyDeviceToDevice, inner);
  cudaError_t e1 = cudaStreamSynchronize(edge), e2 = cudaStreamSynchronize(inner);
  cudaStreamDestroy(edge);
  cudaStreamDestroy(inner);
  cudaEventDestroy(edge_done);
  cudaEventDestroy(inner_done);
  cudaEventDestroy(start);
  return e1 ? e1 : e2;
}
