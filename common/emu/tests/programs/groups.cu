// Cooperative groups: ranks and sizes, tiles of every size, coalesced lanes, partitions, reductions and
// shows: cooperative groups | thread block, tiles of every size, coalesced groups, partitions, reductions, scans, the grid
// scans, and a barrier of the whole grid.
// prints: groups: ok
#include "check.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

__global__ void ranks(int *out) {
  cg::thread_block block = cg::this_thread_block();
  cg::grid_group grid = cg::this_grid();
  __shared__ int s[64];
  s[block.thread_rank()] = (int)grid.thread_rank();
  block.sync();
  int i = (int)grid.thread_rank();
  out[i * 4] = s[block.size() - 1 - block.thread_rank()];
  out[i * 4 + 1] = (int)(block.group_index().x * 100 + block.thread_index().y * 10 + block.dim_threads().x);
  out[i * 4 + 2] = (int)grid.size() + (int)block.num_threads();
  out[i * 4 + 3] = (int)(grid.block_rank() * 10 + grid.num_blocks());
}

template <int N> __global__ void tiles(int *out) {
  auto tile = cg::tiled_partition<N>(cg::this_thread_block());
  int t = threadIdx.x, v = t * 3 + 1;
  int sum = v;
  for (unsigned o = tile.size() / 2; o > 0; o /= 2) sum += tile.shfl_down(sum, o);
  sum = tile.shfl(sum, 0);
  out[t * 8] = sum;
  out[t * 8 + 1] = (int)(tile.thread_rank() * 1000 + tile.meta_group_rank() * 10 + tile.meta_group_size());
  out[t * 8 + 2] = (int)tile.ballot(t % 3 == 0);
  out[t * 8 + 3] = tile.any(t == 5) * 2 + tile.all(t < 40);
  out[t * 8 + 4] = tile.shfl_up(v, 1) * 1000 + tile.shfl_xor(v, N / 2);
  out[t * 8 + 5] = (int)tile.match_any(t % 2);
  out[t * 8 + 6] = cg::reduce(tile, v, cg::plus<int>());
  out[t * 8 + 7] = cg::inclusive_scan(tile, v) - cg::exclusive_scan(tile, v, cg::plus<int>());
  tile.sync();
}

template <int N> void check_tiles() {
  const int n = 96;
  Both<int> out(8 * n);
  tiles<N><<<1, n>>>(out.device);
  out.to_host();
  for (int t = 0; t < n; t++) {
    int first = t / N * N, sum = 0, ballot = 0, any = 0, all = 1, match = 0;
    for (int k = first; k < first + N; k++) {
      sum += k * 3 + 1;
      ballot |= (int)((unsigned)(k % 3 == 0) << (k - first));
      match |= (int)((unsigned)(k % 2 == t % 2) << (k - first));
      any |= k == 5;
      all &= k < 40;
    }
    int up = t == first ? t : t - 1, x = first + ((t - first) ^ (N / 2));
    expect("tile sum", N * 1000 + t, out.host[t * 8], sum);
    expect("tile ranks", N * 1000 + t, out.host[t * 8 + 1], (t - first) * 1000 + t / N * 10 + n / N);
    expect("tile ballot", N * 1000 + t, out.host[t * 8 + 2], ballot);
    expect("tile votes", N * 1000 + t, out.host[t * 8 + 3], any * 2 + all);
    expect("tile shuffles", N * 1000 + t, out.host[t * 8 + 4], (up * 3 + 1) * 1000 + x * 3 + 1);
    expect("tile match", N * 1000 + t, out.host[t * 8 + 5], match);
    expect("tile reduce", N * 1000 + t, out.host[t * 8 + 6], sum);
    expect("tile scans", N * 1000 + t, out.host[t * 8 + 7], t * 3 + 1);
  }
}

// The old style: a function that takes any group.
__device__ int sum_of_group(cg::thread_group g, int *room, int v) {
  int lane = (int)g.thread_rank();
  for (int i = (int)g.size() / 2; i > 0; i /= 2) {
    room[lane] = v;
    g.sync();
    if (lane < i) v += room[lane + i];
    g.sync();
  }
  return v;
}
__global__ void any_group(int *out) {
  __shared__ int room[64];
  cg::thread_block block = cg::this_thread_block();
  int whole = sum_of_group(block, room, (int)threadIdx.x);
  if (block.thread_rank() == 0) out[0] = whole;
  block.sync();
  cg::thread_group eight = cg::tiled_partition(block, 8);
  int part = sum_of_group(eight, room + threadIdx.x / 8 * 8, (int)threadIdx.x);
  if (eight.thread_rank() == 0) out[1 + threadIdx.x / 8] = part;
}

struct Extreme {
  float value;
  int where;
  double unused;
};
__global__ void reductions(float *out, int *where) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  int t = threadIdx.x;
  float v = (float)((t * 37) % 64);
  Extreme e = {v, t, 0.0};
  Extreme most =
      cg::reduce(tile, e, [](const Extreme &a, const Extreme &b) { return a.value > b.value ? a : b; });
  where[t] = most.where;
  out[t * 4] = cg::reduce(tile, v, cg::plus<float>());
  out[t * 4 + 1] = cg::reduce(tile, v, cg::less<float>());
  out[t * 4 + 2] = cg::reduce(tile, v, cg::greater<float>());
  out[t * 4 + 3] = cg::inclusive_scan(tile, v, [](float a, float b) { return a > b ? a : b; });
}

__global__ void coalesced(int *out, int *total) {
  int t = threadIdx.x;
  out[t] = -1;
  if (t % 3 == 1) {
    cg::coalesced_group here = cg::coalesced_threads();
    int base = 0;
    if (here.thread_rank() == 0) base = atomicAdd(total, (int)here.size());
    base = here.shfl(base, 0);
    int sum = cg::reduce(here, t, cg::plus<int>()), below = cg::exclusive_scan(here, 1);
    out[t] = (base % 11 == 0) + 10 * sum + 10000 * (below == (int)here.thread_rank()) +
             100000 * here.any(t == 4) + 200000 * (here.shfl_down(t, 1) - t);
  }
}

__global__ void partitions(int *out) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  int t = threadIdx.x;
  auto same = cg::labeled_partition(warp, t % 5);
  auto side = cg::binary_partition(warp, t < 20);
  auto four = cg::tiled_partition<4>(warp);
  out[t * 4] = (int)same.size() * 100 + (int)same.thread_rank();
  out[t * 4 + 1] = cg::reduce(side, 1, cg::plus<int>()) * 100 + (int)side.thread_rank();
  out[t * 4 + 2] = (int)(four.meta_group_rank() * 100 + four.meta_group_size());
  out[t * 4 + 3] = (int)(same.meta_group_size() * 100 + same.meta_group_rank());
}

// Every block reads what every other one wrote before the barrier.
__global__ void across(int *data, int *out) {
  cg::grid_group grid = cg::this_grid();
  int n = (int)grid.size(), i = (int)grid.thread_rank();
  data[i] = i;
  grid.sync();
  int v = data[n - 1 - i];
  cg::sync(grid);
  data[i] = v + 1;
  grid.sync();
  out[i] = data[(i + 100) % n];
}

int main() {
  Both<int> out(1024);
  ranks<<<3, dim3(8, 4)>>>(out.device);
  out.to_host();
  for (int i = 0; i < 96; i++) {
    int block = i / 32, t = i % 32;
    expect("exchanged", i, out.host[i * 4], block * 32 + 31 - t);
    expect("indices", i, out.host[i * 4 + 1], block * 100 + t / 8 * 10 + 8);
    expect("sizes", i, out.host[i * 4 + 2], 96 + 32);
    expect("blocks", i, out.host[i * 4 + 3], block * 10 + 3);
  }
  check_tiles<32>();
  check_tiles<16>();
  check_tiles<8>();
  check_tiles<4>();
  check_tiles<2>();
  any_group<<<1, 64>>>(out.device);
  out.to_host();
  expect("sum of the block", 0, out.host[0], 64 * 63 / 2);
  for (int i = 0; i < 8; i++) expect("sum of eight", i, out.host[1 + i], i * 64 + 28);

  Both<float> f(256);
  reductions<<<1, 64>>>(f.device, out.device);
  f.to_host();
  out.to_host();
  for (int w = 0; w < 2; w++) {
    float sum = 0, least = 100, most = -1, up_to = -1;
    int where = 0;
    for (int t = 32 * w; t < 32 * w + 32; t++) {
      float v = (float)(t * 37 % 64);
      sum += v;
      if (v < least) least = v;
      if (v > most) most = v, where = t;
    }
    for (int t = 32 * w; t < 32 * w + 32; t++) {
      float v = (float)(t * 37 % 64);
      up_to = v > up_to ? v : up_to;
      expect("reduce plus", t, f.host[4 * t], sum);
      expect("reduce less", t, f.host[4 * t + 1], least);
      expect("reduce greater", t, f.host[4 * t + 2], most);
      expect("running maximum", t, f.host[4 * t + 3], up_to);
      expect("place of the maximum", t, out.host[t], where);
    }
  }
  Both<int> total(1);
  coalesced<<<1, 64>>>(out.device, total.device);
  out.to_host();
  total.to_host();
  expect("coalesced", 0, total.host[0], 21);
  int sums[2] = {0, 0};
  for (int t = 0; t < 64; t++)
    if (t % 3 == 1) sums[t / 32] += t;
  for (int t = 0; t < 64; t++) {
    int last = t == 31 || t == 61, w = t / 32;
    int first_of_two = out.host[w ? 34 : 1] % 10; // the first warp to add starts at 0; the other at 10 or 11
    expect("coalesced", t, out.host[t],
           t % 3 != 1 ? -1
                      : first_of_two + 10 * sums[w] + 10000 + 100000 * (w == 0) + 200000 * (last ? 0 : 3));
  }
  partitions<<<1, 32>>>(out.device);
  out.to_host();
  for (int t = 0; t < 32; t++) {
    expect("labeled", t, out.host[t * 4], (t % 5 < 2 ? 7 : 6) * 100 + t / 5);
    expect("binary", t, out.host[t * 4 + 1], t < 20 ? 2000 + t : 1200 + t - 20);
    expect("nested", t, out.host[t * 4 + 2], t / 4 * 100 + 8);
    expect("labels", t, out.host[t * 4 + 3], 500 + t % 5);
  }
  Both<int> data(512), shifted(512);
  void *arguments[] = {&data.device, &shifted.device};
  CUDA(cudaLaunchCooperativeKernel((void *)across, dim3(4), dim3(128), arguments, 0, 0));
  shifted.to_host();
  for (int i = 0; i < 512; i++) expect("across", i, shifted.host[i], 511 - (i + 100) % 512 + 1);
  return finish("groups");
}
