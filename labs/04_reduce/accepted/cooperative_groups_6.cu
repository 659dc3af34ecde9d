// expect: pass 6_shuffle
// form: tiled_partition<32> and its shfl_down, the ranks from cooperative groups.
#include "repeat.cuh"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void reduce_cg(const float *g, int64_t n, float *o) {
  auto block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  __shared__ float part[BLOCK / 32];
  int64_t i = (int64_t)blockIdx.x * (2 * BLOCK) + threadIdx.x;
  float v = (i < n ? g[i] : 0) + (i + BLOCK < n ? g[i + BLOCK] : 0);
  for (int d = warp.size() / 2; d > 0; d /= 2) v += warp.shfl_down(v, d);
  if (warp.thread_rank() == 0) part[warp.meta_group_rank()] = v;
  block.sync();
  if (warp.meta_group_rank() == 0) {
    v = warp.thread_rank() < warp.meta_group_size() ? part[warp.thread_rank()] : 0;
    for (int d = 16; d > 0; d /= 2) v += warp.shfl_down(v, d);
    if (warp.thread_rank() == 0) o[blockIdx.x] = v;
  }
}
int reduce_6_shuffle(const float *in, int64_t n, float *scratch, float *out) {
  return reduce_repeat(reduce_cg, 2 * BLOCK, in, n, scratch, out);
}
