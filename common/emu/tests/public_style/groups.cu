// Groups asked for by the free functions, reductions and scans of tiles, partitions.
// shows: cooperative groups | `cg::sync`, `cg::synchronize`, `cg::reduce`, scans, tiles, partitions, `invoke_one`
// bug: race-shared
// compared: H100, CUDA 13.0, 2026-11-23
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cstdio>
namespace cg = cooperative_groups;

__global__ void sums(const int *in, int *out, int n) {
  __shared__ int partial[32];
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
  int mine = 0;
  for (int i = block.thread_rank(); i < n; i += block.size()) mine += in[i];
  int sum = cg::reduce(warp, mine, cg::plus<int>());
  if (warp.thread_rank() == 0) partial[warp.meta_group_rank()] = sum;
#ifndef BUG
  cg::sync(block);
#endif
  if (warp.meta_group_rank() == 0) {
    int v = warp.thread_rank() < warp.meta_group_size() ? partial[warp.thread_rank()] : 0;
    int scanned = cg::inclusive_scan(warp, v);
    int best = cg::reduce(warp, v, cg::greater<int>());
    if (warp.thread_rank() == warp.size() - 1) out[0] = scanned, out[1] = best;
  }
  auto part = cg::tiled_partition<8>(warp);
  auto odd = cg::binary_partition(part, block.thread_rank() % 3 == 0);
  int count = odd.size(), first = odd.shfl((int)block.thread_rank(), 0);
  if (block.thread_rank() < 8) out[2 + block.thread_rank()] = count * 100 + first;
  cg::sync(part);
  cg::invoke_one(block, [&] { out[10] = (int)block.num_threads(); });
}

int main() {
  const int n = 1000;
  int h[n], o[11], *d, *r;
  for (int i = 0; i < n; i++) h[i] = i * 7 % 31;
  cudaMalloc(&d, sizeof h);
  cudaMalloc(&r, sizeof o);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  sums<<<1, 256>>>(d, r, n);
  cudaMemcpy(o, r, sizeof o, cudaMemcpyDeviceToHost);
  for (int v : o) printf("%d ", v);
  printf("\n");
  cudaFree(d), cudaFree(r);
}
