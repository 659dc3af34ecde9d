// expect: inefficient 8_ring_all_reduce busiest_link_bytes on emu
// fault: device 0 gets all vectors, adds them, and sends the sum to all: its link carries everything.
#include "cluster.h"
#include <cuda_runtime.h>

__global__ void accumulate(float *sum, const float *more, int64_t n) {
  for (int64_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    sum[i] += more[i];
}

int cluster_8_ring_all_reduce(int devices, int64_t n, float *const *vector, float *const *) {
  float *come;
  cudaStream_t stream;
  if (n == 0) return 0;
  cudaStreamCreate(&stream);
  cudaMalloc(&come, n * sizeof(float));
  for (int d = 1; d < devices; d++) { // fault
    cudaMemcpyPeerAsync(come, 0, vector[d], d, n * sizeof(float), stream);
    accumulate<<<16, 128, 0, stream>>>(vector[0], come, n);
  }
  for (int d = 1; d < devices; d++)
    cudaMemcpyPeerAsync(vector[d], d, vector[0], 0, n * sizeof(float), stream);
  cudaError_t error = cudaStreamSynchronize(stream);
  cudaStreamDestroy(stream);
  cudaFree(come);
  return error;
}
