// expect: pass 3_peers
// form: no event: the host waits for each device's default stream, behind the exchange and behind the kernels; cudaMemcpyAsync
// form: finds the devices by the pointers.
#include "cluster.h"
#include <cuda_runtime.h>

__global__ void relax(const float *up, const float *mid, const float *down, float *to, int rows,
                      int columns) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j >= columns) return;
  bool side = j == 0 || j == columns - 1;
  for (int i = 0; i < rows; i++) {
    const float *u = i ? mid - columns : up, *d = i < rows - 1 ? mid + columns : down;
    to[j] = side || !u || !d ? mid[j] : ((u[j] + d[j]) + (mid[j - 1] + mid[j + 1])) * 0.25f;
    mid += columns;
    to += columns;
  }
}

static void wait_for_all(int devices) {
  for (int d = 0; d < devices; d++) {
    cudaSetDevice(d);
    cudaStreamSynchronize(0);
  }
}

int cluster_3_peers(enum cluster_way way, int devices, const int64_t *rows, int64_t columns, int steps,
                    float *const *a, float *const *b) {
  int up[CLUSTER_MOST_DEVICES], last = -1;
  for (int d = 0; d < devices; d++) {
    up[d] = last;
    if (rows[d]) last = d;
    for (int e = 0; e < devices; e++) {
      cudaSetDevice(d);
      if (e != d) cudaDeviceEnablePeerAccess(e, 0);
    }
  }
  for (int s = 0; s < steps; s++) {
    float *const *from = s % 2 ? b : a, *const *to = s % 2 ? a : b;
    const float *above[CLUSTER_MOST_DEVICES] = {}, *below[CLUSTER_MOST_DEVICES] = {};
    for (int d = 0; d < devices; d++) {
      int u = up[d];
      if (!rows[d] || u < 0) continue;
      above[d] = from[u] + rows[u] * columns;
      below[u] = from[d] + columns;
      if (way == CLUSTER_LOADS) continue;
      float *low = from[u] + (rows[u] + 1) * columns;
      cudaSetDevice(d);
      cudaMemcpyAsync(from[d], above[d], columns * sizeof(float), cudaMemcpyDefault, 0);
      cudaMemcpyAsync(low, below[u], columns * sizeof(float), cudaMemcpyDefault, 0);
      above[d] = from[d];
      below[u] = low;
    }
    wait_for_all(devices);
    for (int d = 0; d < devices; d++) {
      if (!rows[d]) continue;
      cudaSetDevice(d);
      relax<<<(int)(columns + 31) / 32, 32>>>(above[d], from[d] + columns, below[d], to[d] + columns,
                                              (int)rows[d], (int)columns);
    }
    wait_for_all(devices);
  }
  for (int d = 0; d < devices; d++)
    for (int e = 0; e < devices; e++) {
      cudaSetDevice(d);
      if (e != d) cudaDeviceDisablePeerAccess(e);
    }
  cudaSetDevice(0);
  return cudaGetLastError();
}
