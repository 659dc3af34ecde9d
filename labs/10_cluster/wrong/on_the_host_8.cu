// expect: inefficient 8_ring_all_reduce global_store_bytes on emu
// fault: the host fetches the vectors, adds them, and sends the sum to every device.
#include "cluster.h"
#include <cuda_runtime.h>
#include <vector>

int cluster_8_ring_all_reduce(int devices, int64_t n, float *const *vector, float *const *) {
  std::vector<float> sum(n), one(n);
  for (int d = 0; d < devices; d++) {
    cudaMemcpy(one.data(), vector[d], n * sizeof(float), cudaMemcpyDeviceToHost);
    for (int64_t i = 0; i < n; i++) sum[i] += one[i]; // fault
  }
  for (int d = 0; d < devices; d++)
    cudaMemcpy(vector[d], sum.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  return cudaGetLastError();
}
