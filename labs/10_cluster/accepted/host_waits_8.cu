// expect: pass 8_ring_all_reduce
// form: default streams; the host waits for all of them behind each step; chunk bounds d n / devices; one slot.
#include "cluster.h"
#include <cuda_runtime.h>

__global__ void add_to(float *x, const float *y, int64_t n) {
  for (int64_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (int64_t)gridDim.x * blockDim.x)
    x[i] = y[i] + x[i];
}

static void wait_for_all(int devices) {
  for (int d = 0; d < devices; d++) {
    cudaSetDevice(d);
    cudaStreamSynchronize(0);
  }
}

int cluster_8_ring_all_reduce(int devices, int64_t n, float *const *vector, float *const *scratch) {
  auto begin = [&](int c) { return c % devices * n / devices; };
  auto count = [&](int c) { return (c % devices + 1) * n / devices - begin(c); };
  for (int step = 0; step < 2 * (devices - 1); step++) {
    bool adds = step < devices - 1;
    for (int d = 0; d < devices; d++) {
      int c = d + 2 * devices - step, next = (d + 1) % devices; // both halves: the chunk that came last
      if (!count(c)) continue;
      cudaSetDevice(d);
      cudaMemcpyPeerAsync(adds ? scratch[next] : vector[next] + begin(c), next, vector[d] + begin(c), d,
                          count(c) * sizeof(float), 0);
    }
    wait_for_all(devices);
    for (int d = 0; d < devices && adds; d++) {
      int c = d + 2 * devices - 1 - step;
      if (!count(c)) continue;
      cudaSetDevice(d);
      add_to<<<4, 64>>>(vector[d] + begin(c), scratch[d], count(c));
    }
    wait_for_all(devices);
  }
  cudaSetDevice(0);
  return cudaGetLastError();
}
