// A block reads the shared memory of another block of its cluster, which may not have begun.
// expect: cluster-lifetime kernel=exchange at=@read what~"of the cluster's block" what~"may not have begun" advice~"cluster.sync() before the first access"
// fixed: A cluster.sync() before the access, and one behind it.
// prints: 1
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) exchange(int *out) {
  __shared__ int mine;
  cg::cluster_group cluster = cg::this_cluster();
  mine = cluster.block_rank();
#ifdef FIXED
  cluster.sync();
#endif
  int other = *cluster.map_shared_rank(&mine, cluster.block_rank() ^ 1); // @read
  cluster.sync();
  out[blockIdx.x] = other;
}

int main() {
  int *d, h = -1;
  cudaMalloc(&d, 4 * sizeof(int));
  exchange<<<4, 1>>>(d);
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h);
  cudaFree(d);
  return 0;
}
