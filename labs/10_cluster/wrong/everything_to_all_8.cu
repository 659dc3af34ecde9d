// expect: inefficient 8_ring_all_reduce busiest_link_bytes on emu
// fault: every device gets the vectors of all others and adds them: as many vectors over each link as there are others.
#include "cluster.h"
#include <cuda_runtime.h>

__global__ void accumulate(float *sum, const float *more, int64_t n) {
  int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sum[i] += more[i];
}

int cluster_8_ring_all_reduce(int devices, int64_t n, float *const *vector, float *const *) {
  float *come[CLUSTER_MOST_DEVICES];
  cudaStream_t stream[CLUSTER_MOST_DEVICES];
  if (n == 0) return 0;
  for (int d = 0; d < devices; d++) {
    cudaSetDevice(d);
    cudaStreamCreate(&stream[d]);
    cudaMalloc(&come[d], n * devices * sizeof(float));
  }
  for (int d = 0; d < devices; d++)
    for (int e = 0; e < devices; e++) // fault
      if (e != d) cudaMemcpyPeerAsync(come[d] + e * n, d, vector[e], e, n * sizeof(float), stream[d]);
  for (int d = 0; d < devices; d++) cudaStreamSynchronize(stream[d]);
  for (int d = 0; d < devices; d++) {
    cudaSetDevice(d);
    for (int e = 0; e < devices; e++)
      if (e != d)
        accumulate<<<(unsigned)((n + 255) / 256), 256, 0, stream[d]>>>(vector[d], come[d] + e * n, n);
  }
  for (int d = 0; d < devices; d++) {
    cudaStreamSynchronize(stream[d]);
    cudaStreamDestroy(stream[d]);
    cudaFree(come[d]);
  }
  cudaSetDevice(0);
  return cudaGetLastError();
}
