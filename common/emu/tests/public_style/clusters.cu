// A histogram whose bins are spread over the shared memory of a cluster's blocks.
// shows: launches | histograms in distributed shared memory, clusters by `cudaLaunchAttributeClusterDimension`
// bug: cluster-lifetime
// compared: H200, CUDA 13.0, 2026-11-24
#include <cooperative_groups.h>
#include <cstdio>
#include <cstdlib>
#include <vector>
namespace cg = cooperative_groups;

#define CHECK(call)                                                                                          \
  do {                                                                                                       \
    cudaError_t error = (call);                                                                              \
    if (error != cudaSuccess) {                                                                              \
      fprintf(stderr, "%s at line %d\n", cudaGetErrorString(error), __LINE__);                               \
      exit(EXIT_FAILURE);                                                                                    \
    }                                                                                                        \
  } while (0)

__global__ void histogram(int *bins, int nbins, const int *values, size_t n) {
  extern __shared__ int part[];
  cg::cluster_group cluster = cg::this_cluster();
  int each = nbins / cluster.num_blocks();
  for (int i = threadIdx.x; i < each; i += blockDim.x) part[i] = 0;
  cluster.sync(); // all parts are zero, and all blocks there
  for (size_t i = cg::this_grid().thread_rank(); i < n; i += cg::this_grid().size()) {
    int bin = values[i] % nbins;
    int *theirs = cluster.map_shared_rank(part, bin / each);
    atomicAdd(&theirs[bin % each], 1);
  }
#ifndef BUG
  cluster.sync(); // nobody adds any more
#endif
  for (int i = threadIdx.x; i < each; i += blockDim.x)
    atomicAdd(&bins[cluster.block_rank() * each + i], part[i]);
}

int main() {
  const int nbins = 96, n = 20000;
  std::vector<int> values(n), bins(nbins), wanted(nbins);
  for (int i = 0; i < n; i++) wanted[(values[i] = (int)(i * 2654435761u >> 8)) % nbins]++;
  int *d_values, *d_bins;
  CHECK(cudaMalloc(&d_values, n * sizeof(int)));
  CHECK(cudaMalloc(&d_bins, nbins * sizeof(int)));
  CHECK(cudaMemcpy(d_values, values.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  for (unsigned size : {1u, 2u, 4u, 8u}) {
    CHECK(cudaMemset(d_bins, 0, nbins * sizeof(int)));
    cudaLaunchConfig_t config = {};
    config.gridDim = 8;
    config.blockDim = 128;
    config.dynamicSmemBytes = nbins / size * sizeof(int);
    cudaLaunchAttribute attribute[1];
    attribute[0].id = cudaLaunchAttributeClusterDimension;
    attribute[0].val.clusterDim.x = size;
    attribute[0].val.clusterDim.y = attribute[0].val.clusterDim.z = 1;
    config.attrs = attribute;
    config.numAttrs = 1;
    CHECK(cudaFuncSetAttribute(histogram, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
    CHECK(cudaLaunchKernelEx(&config, histogram, d_bins, nbins, (const int *)d_values, (size_t)n));
    CHECK(cudaMemcpy(bins.data(), d_bins, nbins * sizeof(int), cudaMemcpyDeviceToHost));
    printf("clusters of %u: %s, %d in bin 7\n", size, bins == wanted ? "right" : "wrong", bins[7]);
  }
  CHECK(cudaFree(d_values));
  CHECK(cudaFree(d_bins));
  return 0;
}
