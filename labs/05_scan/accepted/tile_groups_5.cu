// expect: pass 5_warp_shuffle
// form: cooperative groups: tiles of 32 threads shuffle up; every warp scans the warps' sums for itself.
#include "scan.h"
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

template <typename Group> static __device__ float group_scan(Group group, float x) {
  for (unsigned d = 1; d < group.size(); d *= 2) {
    float left = group.shfl_up(x, d);
    if (group.thread_rank() >= d) x += left;
  }
  return x;
}

__global__ void tile_groups_kernel(const float *in, int64_t n, float *out) {
  __shared__ float sums[SCAN_TILE / 32];
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
  int number = block.thread_rank() / 32;
  int64_t i = (int64_t)blockIdx.x * SCAN_TILE + block.thread_rank();

  float x = group_scan(warp, i < n ? in[i] : 0);
  if (warp.thread_rank() == 31) sums[number] = x;
  block.sync();
  float upto = group_scan(warp, warp.thread_rank() < SCAN_TILE / 32 ? sums[warp.thread_rank()] : 0);
  float before = warp.shfl(upto, number > 0 ? number - 1 : 0);
  if (number > 0) x += before;
  if (i < n) out[i] = x;
}

int scan_5_warp_shuffle(const float *in, int64_t n, float *out) {
  if (n == 0) return 0;
  tile_groups_kernel<<<(unsigned)((n + SCAN_TILE - 1) / SCAN_TILE), SCAN_TILE>>>(in, n, out);
  return cudaGetLastError();
}
