// expect: pass 6_shuffle
// form: cooperative groups: each warp reduces itself, then the first warp reduces the warps' sums; 512 threads.
#include "repeat.cuh"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

__global__ static void by_groups(const float *in, int64_t n, float *partial) {
  __shared__ float of_warp[16];
  auto block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  int64_t i = (int64_t)blockIdx.x * 1024 + block.thread_rank();
  float sum = (i < n ? in[i] : 0) + (i + 512 < n ? in[i + 512] : 0);
  sum = cg::reduce(warp, sum, cg::plus<float>());
  if (warp.thread_rank() == 0) of_warp[warp.meta_group_rank()] = sum;
  block.sync();
  if (warp.meta_group_rank() == 0) {
    sum = warp.thread_rank() < 16 ? of_warp[warp.thread_rank()] : 0;
    sum = cg::reduce(warp, sum, cg::plus<float>());
    if (warp.thread_rank() == 0) partial[blockIdx.x] = sum;
  }
}

int reduce_6_shuffle(const float *in, int64_t n, float *scratch, float *out) {
  int64_t blocks;
  for (;; n = blocks) {
    blocks = n > 1024 ? (n + 1023) / 1024 : 1;
    by_groups<<<(unsigned)blocks, 512>>>(in, n, blocks > 1 ? scratch : out);
    if (blocks == 1) return cudaGetLastError();
    in = scratch;
    scratch += blocks;
  }
}
