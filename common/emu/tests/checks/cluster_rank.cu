// A rank beyond the cluster's blocks: the last block asks for the one behind it.
// expect: out-of-bounds kernel=rotate at=@map what~"asks for block 2 of a cluster of 2 blocks" advice~"ranks begin with"
// fixed: The ranks go round.
// prints: 1
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) rotate(int *out) {
  __shared__ int mine;
  cg::cluster_group cluster = cg::this_cluster();
  mine = cluster.block_rank();
  cluster.sync();
#ifdef FIXED
  int next = (cluster.block_rank() + 1) % cluster.num_blocks();
#else
  int next = cluster.block_rank() + 1;
#endif
  out[blockIdx.x] = *cluster.map_shared_rank(&mine, next); // @map
  cluster.sync();
}

int main() {
  int *d, h = -1;
  cudaMalloc(&d, 2 * sizeof(int));
  rotate<<<2, 1>>>(d);
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h);
  cudaFree(d);
  return 0;
}
