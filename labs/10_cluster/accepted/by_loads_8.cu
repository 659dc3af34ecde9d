// expect: pass 8_ring_all_reduce
// form: no ring: each device loads its chunk of all other vectors and adds them in registers, then sends the sum to all others.
#include "cluster.h"
#include <cuda_runtime.h>

struct pointers {
  float *at[CLUSTER_MOST_DEVICES];
};

__global__ void sum_of_all(struct pointers vector, int devices, int own, int64_t first, int64_t n) {
  int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int d = 0; d < devices; d++) sum += vector.at[d][first + i];
  vector.at[own][first + i] = sum;
}

int cluster_8_ring_all_reduce(int devices, int64_t n, float *const *vector, float *const *) {
  cudaStream_t stream[CLUSTER_MOST_DEVICES];
  struct pointers all = {};
  int64_t chunk = (n + devices - 1) / devices;
  for (int d = 0; d < devices; d++) {
    all.at[d] = vector[d];
    cudaSetDevice(d);
    cudaStreamCreate(&stream[d]);
    for (int e = 0; e < devices; e++)
      if (e != d) cudaDeviceEnablePeerAccess(e, 0);
  }
  for (int d = 0; d < devices; d++) {
    int64_t first = d * chunk, left = n - first, count = left < chunk ? left : chunk;
    if (count <= 0) continue;
    cudaSetDevice(d);
    sum_of_all<<<(unsigned)((count + 63) / 64), 64, 0, stream[d]>>>(all, devices, d, first, count);
    for (int e = 1; e < devices; e++) {
      int to = (d + e) % devices;
      cudaMemcpyPeerAsync(vector[to] + first, to, vector[d] + first, d, count * sizeof(float), stream[d]);
    }
  }
  for (int d = 0; d < devices; d++) {
    cudaSetDevice(d);
    cudaStreamSynchronize(stream[d]);
    cudaStreamDestroy(stream[d]);
    for (int e = 0; e < devices; e++)
      if (e != d) cudaDeviceDisablePeerAccess(e);
  }
  cudaSetDevice(0);
  return cudaGetLastError();
}
