// expect: inefficient 3_peers peer_copy_bytes on emu
// fault: device 0 fetches all slabs, computes the whole grid, and sends the slabs back: the others only keep them.
#include "cluster.h"
#include <cuda_runtime.h>

__global__ void whole_grid(const float *from, float *to, int64_t rows, int64_t columns) {
  int64_t k = (int64_t)blockIdx.x * blockDim.x + threadIdx.x, i = k / columns, j = k % columns;
  if (i >= rows) return;
  bool edge = i == 0 || i == rows - 1 || j == 0 || j == columns - 1;
  to[k] = edge ? from[k] : 0.25f * ((from[k - columns] + from[k + columns]) + (from[k - 1] + from[k + 1]));
}

int cluster_3_peers(enum cluster_way, int devices, const int64_t *rows, int64_t columns, int steps,
                    float *const *a, float *const *b) {
  int64_t all = 0, at = 0;
  for (int d = 0; d < devices; d++) all += rows[d];
  float *grid[2];
  for (float *&g : grid) cudaMalloc(&g, all * columns * sizeof(float));
  for (int d = 0; d < devices; at += rows[d++]) // fault
    cudaMemcpyPeerAsync(grid[0] + at * columns, 0, a[d] + columns, d, rows[d] * columns * sizeof(float), 0);
  for (int s = 0; s < steps; s++)
    whole_grid<<<(unsigned)((all * columns + 127) / 128), 128>>>(grid[s % 2], grid[1 - s % 2], all, columns);
  at = 0;
  for (int d = 0; d < devices; at += rows[d++])
    cudaMemcpyPeerAsync((steps % 2 ? b : a)[d] + columns, d, grid[steps % 2] + at * columns, 0,
                        rows[d] * columns * sizeof(float), 0);
  cudaError_t error = cudaStreamSynchronize(0);
  for (float *g : grid) cudaFree(g);
  return error;
}
