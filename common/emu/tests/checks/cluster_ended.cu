// A block ends while another block of its cluster may still read its shared memory.
// expect: cluster-lifetime kernel=rotate at=@read what~"reads mine, element" what~"may have ended"
// fixed: No block ends before all have read.
// prints: 33
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;

__global__ void __cluster_dims__(4, 1, 1) rotate(int *out) {
  __shared__ int mine[32];
  cg::cluster_group cluster = cg::this_cluster();
  mine[threadIdx.x] = 32 * cluster.block_rank() + threadIdx.x;
  cluster.sync();
  const int *next = cluster.map_shared_rank(mine, (cluster.block_rank() + 1) % cluster.num_blocks());
  out[32 * blockIdx.x + threadIdx.x] = next[threadIdx.x]; // @read
#ifdef FIXED
  cluster.sync();
#endif
}

int main() {
  int *d, h[2];
  cudaMalloc(&d, 8 * 32 * sizeof(int));
  rotate<<<8, 32>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[1]);
  cudaFree(d);
  return 0;
}
