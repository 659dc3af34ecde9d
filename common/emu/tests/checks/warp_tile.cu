// A shuffle within a tile that half of the tile's threads do not reach.
// expect: warp-sync-mask kernel=pass at=@shuffle block=0,0,0
// fixed: A shuffle within a tile that all of the tile's threads reach.
// prints: 2
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;

__global__ void pass(int *out) {
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  int t = threadIdx.x, v = t;
#ifdef FIXED
  if (t < 8) v = tile.shfl_down(v, 2);
#else
  if (t % 8 < 4) v = tile.shfl_down(v, 2); // @shuffle
#endif
  __syncthreads();
  out[t] = v;
}

int main() {
  int *d, h = 0;
  cudaMalloc(&d, 32 * sizeof(int));
  pass<<<1, 32>>>(d);
  cudaMemcpy(&h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%d\n", h);
  cudaFree(d);
  return 0;
}
