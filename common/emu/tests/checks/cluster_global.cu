// A pointer to global memory is mapped to another block of the cluster.
// expect: out-of-bounds kernel=swap at=@map advice~"pass a pointer to a __shared__ variable"
// fixed: What is advised.
// prints: cudaSuccess 1
#include <cooperative_groups.h>
#include <cstdio>

__global__ void __cluster_dims__(2) swap(int *a) {
  auto cluster = cooperative_groups::this_cluster();
  __shared__ int s;
  s = a[blockIdx.x];
  cluster.sync();
#ifdef FIXED
  int *there = cluster.map_shared_rank(&s, cluster.block_rank() ^ 1);
#else
  int *there = cluster.map_shared_rank(a, cluster.block_rank() ^ 1); // @map
#endif
  int v = *there;
  cluster.sync();
  a[blockIdx.x] = v;
}

int main() {
  int *a, h[2] = {0, 1};
  cudaMalloc(&a, sizeof h);
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  swap<<<2, 1>>>(a);
  cudaError_t e = cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
  printf("%s %d\n", cudaGetErrorName(e), h[0]);
  cudaFree(a);
}
