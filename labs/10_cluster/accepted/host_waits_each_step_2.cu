// expect: pass 2_boundary_first
// form: no event: the host waits for both streams behind each step; a kernel for each row of the boundary, two blocks for the rest.
#include "cluster.h"
#include <cuda_runtime.h>

__global__ void some_rows(const float *a, float *b, int columns, int row, int end) {
  for (row += blockIdx.x; row < end; row += gridDim.x)
    for (int j = threadIdx.x; j < columns; j += blockDim.x) {
      const float *p = a + row * columns + j;
      if (j > 0 && j < columns - 1)
        b[row * columns + j] = 0.25f * ((p[-columns] + p[columns]) + (p[-1] + p[1]));
      else
        b[row * columns + j] = *p;
    }
}

int cluster_2_boundary_first(const float *in, const float *halos, int64_t rows, int64_t columns, int steps,
                             float *scratch, float *out, float *borders) {
  cudaStream_t edge, bulk;
  cudaStreamCreate(&edge);
  cudaStreamCreate(&bulk);
  size_t line = columns * sizeof(float);
  float *block[2] = {scratch, scratch + (rows + 2) * columns};
  cudaMemcpy(block[0] + columns, in, rows * line, cudaMemcpyDeviceToDevice);
  for (int s = 0; s < steps; s++) {
    float *a = block[s % 2], *b = block[(s + 1) % 2], *last = b + rows * columns;
    const float *above = halos + 2 * s * columns;
    float *up = borders + 2 * s * columns;
    if (rows > 2) some_rows<<<2, 256, 0, bulk>>>(a, b, (int)columns, 2, (int)rows);
    cudaMemcpyAsync(a, above, line, cudaMemcpyHostToDevice, edge);
    cudaMemcpyAsync(a + (rows + 1) * columns, above + columns, line, cudaMemcpyHostToDevice, edge);
    some_rows<<<1, 256, 0, edge>>>(a, b, (int)columns, 1, 2);
    if (rows > 1) some_rows<<<1, 256, 0, edge>>>(a, b, (int)columns, (int)rows, (int)rows + 1);
    cudaMemcpyAsync(up, b + columns, line, cudaMemcpyDeviceToHost, edge);
    cudaMemcpyAsync(up + columns, last, line, cudaMemcpyDeviceToHost, edge);
    cudaStreamSynchronize(edge);
    cudaStreamSynchronize(bulk);
  }
  cudaMemcpy(out, block[steps % 2] + columns, rows * line, cudaMemcpyDeviceToDevice);
  cudaStreamDestroy(edge);
  cudaStreamDestroy(bulk);
  return cudaDeviceSynchronize();
}
