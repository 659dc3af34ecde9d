// A block's own __syncthreads() does not order it with another block of the cluster, which writes its shared memory.
// expect: race-shared kernel=hand_over what~"nothing to order the two" advice~"cluster.sync() between"
// fixed: The barrier is the cluster's.
// prints: 5
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) hand_over(int *out) {
  __shared__ int box[32];
  cg::cluster_group cluster = cg::this_cluster();
  box[threadIdx.x] = 0;
  cluster.sync();
  cluster.map_shared_rank(box, cluster.block_rank() ^ 1)[threadIdx.x] = 5;
#ifdef FIXED
  cluster.sync();
#else
  __syncthreads();
#endif
  int got = box[threadIdx.x];
  cluster.sync();
  out[32 * blockIdx.x + threadIdx.x] = got;
}

int main() {
  int *d, h = -1;
  cudaMalloc(&d, 2 * 32 * sizeof(int));
  hand_over<<<2, 32>>>(d);
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h);
  cudaFree(d);
  return 0;
}
