// expect: inefficient 9_decomposition peer_copy_bytes on emu
// fault: in each step device 0 collects all boxes into one grid, computes it, and sends the boxes back.
#include "cluster.h"
#include <cuda_runtime.h>

__global__ void grid_step(const float *a, float *b, int64_t nz, int64_t ny, int64_t nx) {
  int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x, x = i % nx, y = i / nx % ny, z = i / nx / ny;
  if (z >= nz) return;
  bool edge = !x || !y || !z || x == nx - 1 || y == ny - 1 || z == nz - 1;
  b[i] = edge ? a[i]
              : cluster_seven(a[i], a[i - ny * nx], a[i + ny * nx], a[i - nx], a[i + nx], a[i - 1], a[i + 1]);
}

static void move(const int cut[3], const int64_t size[3], float *const *room, float *grid, bool back) {
  for (int d = 0; d < cut[0] * cut[1] * cut[2]; d++) {
    int k[3] = {d / cut[2] / cut[1], d / cut[2] % cut[1], d % cut[2]};
    int64_t first[3], n[3];
    for (int i = 0; i < 3; i++) {
      first[i] = cluster_part(size[i], cut[i], k[i]);
      n[i] = cluster_part(size[i], cut[i], k[i] + 1) - first[i];
    }
    size_t line = (n[2] + 2) * 4, all = size[2] * 4;
    for (int64_t z = 0; z < n[0]; z++) {
      float *here = grid + ((first[0] + z) * size[1] + first[1]) * size[2] + first[2];
      float *there = room[d] + ((z + 1) * (n[1] + 2) + 1) * (n[2] + 2) + 1;
      if (back) // fault
        cudaMemcpy2DAsync(there, line, here, all, n[2] * 4, n[1], cudaMemcpyDefault, 0);
      else // fault
        cudaMemcpy2DAsync(here, all, there, line, n[2] * 4, n[1], cudaMemcpyDefault, 0);
    }
  }
}

int cluster_9_decomposition(const int cut[3], const int64_t size[3], int steps, float *const *a,
                            float *const *b, float *const *) {
  float *from, *to;
  int64_t n = size[0] * size[1] * size[2];
  cudaMalloc(&from, n * sizeof(float));
  cudaMalloc(&to, n * sizeof(float));
  for (int s = 0; s < steps; s++) {
    move(cut, size, s % 2 ? b : a, from, false);
    grid_step<<<(unsigned)((n + 127) / 128), 128>>>(from, to, size[0], size[1], size[2]);
    move(cut, size, s % 2 ? a : b, to, true);
  }
  cudaError_t error = cudaStreamSynchronize(0);
  cudaFree(from);
  cudaFree(to);
  return error;
}
