// expect: inefficient 8_ring_all_reduce busiest_link_bytes on emu
// fault: the vectors go to the host, from there to every device, and are added there: nothing uses the links.
#include "cluster.h"
#include <cuda_runtime.h>
#include <vector>

__global__ void add_rows(float *sum, const float *rows, int devices, int64_t n) {
  int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (int d = 0; d < devices && i < n; d++) s += rows[d * n + i];
  if (i < n) sum[i] = s;
}

int cluster_8_ring_all_reduce(int devices, int64_t n, float *const *vector, float *const *) {
  std::vector<float> all(devices * n);
  float *rows[CLUSTER_MOST_DEVICES];
  size_t bytes = n * sizeof(float);
  if (n == 0) return 0;
  for (int d = 0; d < devices; d++) // fault
    cudaMemcpy(&all[d * n], vector[d], bytes, cudaMemcpyDeviceToHost);
  for (int d = 0; d < devices; d++) {
    cudaSetDevice(d);
    cudaMalloc(&rows[d], devices * bytes);
    cudaMemcpy(rows[d], all.data(), devices * bytes, cudaMemcpyHostToDevice);
    add_rows<<<(unsigned)((n + 127) / 128), 128>>>(vector[d], rows[d], devices, n);
  }
  for (int d = 0; d < devices; d++) {
    cudaSetDevice(d);
    cudaDeviceSynchronize();
    cudaFree(rows[d]);
  }
  cudaSetDevice(0);
  return cudaGetLastError();
}
