// missing: launches | thread block clusters, the tensor memory accelerator, `wgmma`
// says: thread block clusters are not part of the emulator
#include <cooperative_groups.h>
__global__ void __cluster_dims__(2, 1, 1) k(int *p) {
  cooperative_groups::cluster_group cluster = cooperative_groups::this_cluster();
  p[cluster.block_rank()] = *cluster.map_shared_rank(p, 1);
  cluster.sync();
}
int main() {}
