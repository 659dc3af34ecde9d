// expect: inefficient 3_peers peer_copy_bytes on emu
// fault: a device fetches its neighbours' whole slabs in each step, of which it needs a row each.
#include "cluster.h"
#include <cuda_runtime.h>

__global__ void one_slab(const float *up, const float *mid, const float *down, float *to, int64_t rows,
                         int64_t columns) {
  for (int64_t i = blockIdx.x; i < rows; i += gridDim.x)
    for (int64_t j = threadIdx.x; j < columns; j += blockDim.x) {
      const float *at = mid + i * columns, *above = i ? at - columns : up, *below = at + columns;
      if (i == rows - 1) below = down;
      bool edge = !j || j == columns - 1 || !above || !below;
      to[i * columns + j] = edge ? at[j] : 0.25f * ((above[j] + below[j]) + (at[j - 1] + at[j + 1]));
    }
}

int cluster_3_peers(enum cluster_way, int devices, const int64_t *rows, int64_t columns, int steps,
                    float *const *a, float *const *b) {
  float *copy[CLUSTER_MOST_DEVICES][2] = {};
  cudaStream_t stream[CLUSTER_MOST_DEVICES];
  int64_t most = 1;
  for (int d = 0; d < devices; d++) most = rows[d] > most ? rows[d] : most;
  for (int d = 0; d < devices; d++) {
    cudaSetDevice(d);
    cudaStreamCreate(&stream[d]);
    for (float *&c : copy[d]) cudaMalloc(&c, most * columns * sizeof(float));
  }
  for (int s = 0; s < steps; s++) {
    float *const *from = s % 2 ? b : a, *const *to = s % 2 ? a : b;
    for (int d = 0; d < devices; d++) {
      if (!rows[d]) continue;
      int up = d - 1, down = d + 1;
      while (up >= 0 && !rows[up]) up--;
      while (down < devices && !rows[down]) down++;
      size_t line = columns * sizeof(float);
      if (up >= 0) // fault
        cudaMemcpyPeerAsync(copy[d][0], d, from[up] + columns, up, rows[up] * line, stream[d]);
      if (down < devices) // fault
        cudaMemcpyPeerAsync(copy[d][1], d, from[down] + columns, down, rows[down] * line, stream[d]);
      cudaSetDevice(d);
      one_slab<<<8, 64, 0, stream[d]>>>(up >= 0 ? copy[d][0] + (rows[up] - 1) * columns : NULL,
                                        from[d] + columns, down < devices ? copy[d][1] : NULL,
                                        to[d] + columns, rows[d], columns);
    }
    for (int d = 0; d < devices; d++) cudaStreamSynchronize(stream[d]);
  }
  for (int d = 0; d < devices; d++) {
    for (float *c : copy[d]) cudaFree(c);
    cudaStreamDestroy(stream[d]);
  }
  cudaSetDevice(0);
  return cudaGetLastError();
}
