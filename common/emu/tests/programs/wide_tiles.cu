// Tiles of 64 and 128 threads, of a block and of a larger tile: barriers, reductions, scans, votes and shuffles.
// shows: cooperative groups | tiles of 64 threads and more, `block_tile_memory`
// prints: 0 wrong
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cstdio>

namespace cg = cooperative_groups;

__global__ void work(int *out) {
  __shared__ cg::block_tile_memory<256> memory;
  __shared__ int data[256];
  cg::thread_block block = cg::this_thread_block(memory);
  cg::thread_block_tile<128> wide = cg::tiled_partition<128>(block);
  auto tile = cg::tiled_partition<64>(wide);
  auto narrow = cg::tiled_partition<32>(tile);
  int t = threadIdx.x;
  data[t] = t;
  tile.sync();
  int other = data[t ^ 32];
  int sum = cg::reduce(tile, t, cg::plus<int>()), most = cg::reduce(wide, t, cg::greater<int>());
  int up_to = cg::inclusive_scan(tile, 1), below = cg::exclusive_scan(wide, 2);
  int from = tile.shfl(t, 40), any = tile.any(t == 70), all = wide.all(t < 128);
  out[t] = sum + most + 3 * up_to + 5 * below + from + 7 * any + 11 * all + other + narrow.thread_rank() +
           tile.meta_group_rank() * wide.num_threads() + wide.meta_group_size();
}

int main() {
  int *d, h[256], wrong = 0;
  cudaMalloc(&d, sizeof h);
  work<<<1, 256>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  for (int t = 0; t < 256; t++) {
    int first = t / 64 * 64, sum = 64 * first + 63 * 32, most = t / 128 * 128 + 127;
    int want = sum + most + 3 * (t % 64 + 1) + 5 * 2 * (t % 128) + first + 40 + 7 * (t / 64 == 1) +
               11 * (t < 128) + (t ^ 32) + t % 32 + t / 64 % 2 * 128 + 2;
    wrong += h[t] != want;
  }
  printf("%d wrong\n", wrong);
  cudaFree(d);
}
