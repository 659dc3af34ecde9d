// CUB's tiles in kernels: loads, sorts, exchanges, flags and stores of a block, that share their storage.
// shows: libraries | CUB in kernels: `BlockLoad`, `BlockStore`, `BlockExchange`, `BlockRadixSort`, `BlockHistogram`, `BlockDiscontinuity`, `BlockScan` with a running prefix
// compared: H200, CUDA 13.0, 2026-11-24
// bug: race-shared
#include <cub/block/block_discontinuity.cuh>
#include <cub/block/block_histogram.cuh>
#include <cub/block/block_load.cuh>
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_store.cuh>
#include <stdio.h>

const int THREADS = 128, ITEMS = 4, TILE = THREADS * ITEMS;

struct Differ {
  __device__ bool operator()(int a, int b) const {
    return a != b;
  }
};

__global__ void sort_tile(const int *in, int *out, int *heads) {
  typedef cub::BlockLoad<int, THREADS, ITEMS, cub::BLOCK_LOAD_WARP_TRANSPOSE> Load;
  typedef cub::BlockRadixSort<int, THREADS, ITEMS> Sort;
  typedef cub::BlockDiscontinuity<int, THREADS> Flags;
  typedef cub::BlockStore<int, THREADS, ITEMS, cub::BLOCK_STORE_TRANSPOSE> Store;
  __shared__ union {
    typename Load::TempStorage load;
    typename Sort::TempStorage sort;
    typename Flags::TempStorage flags;
    typename Store::TempStorage store;
  } temp;
  int v[ITEMS], flags[ITEMS], n = 0;
  Load(temp.load).Load(in, v);
  __syncthreads();
  Sort(temp.sort).Sort(v);
#ifndef BUG
  __syncthreads();
#endif
  Flags(temp.flags).FlagHeads(flags, v, Differ());
  for (int i = 0; i < ITEMS; i++) n += flags[i];
  __syncthreads();
  Store(temp.store).Store(out, v);
  atomicAdd(heads, n);
}

__global__ void sort_pairs(float *keys, int *values) {
  typedef cub::BlockRadixSort<float, 64, 2, int> Sort;
  __shared__ typename Sort::TempStorage temp;
  float k[2];
  int v[2];
  cub::LoadDirectBlocked(threadIdx.x, keys, k);
  cub::LoadDirectBlocked(threadIdx.x, values, v);
  Sort(temp).SortDescendingBlockedToStriped(k, v);
  cub::StoreDirectStriped<64>(threadIdx.x, keys, k);
  cub::StoreDirectStriped<64>(threadIdx.x, values, v);
}

struct Running {
  int total;
  __device__ int operator()(int of_tile) {
    int before = total;
    total += of_tile;
    return before;
  }
};

__global__ void scan_tiles(const int *in, int *out, int n, unsigned *counts) {
  typedef cub::BlockLoad<int, THREADS, ITEMS, cub::BLOCK_LOAD_TRANSPOSE> Load;
  typedef cub::BlockScan<int, THREADS> Scan;
  typedef cub::BlockStore<int, THREADS, ITEMS, cub::BLOCK_STORE_TRANSPOSE> Store;
  typedef cub::BlockHistogram<unsigned char, THREADS, ITEMS, 8> Histogram;
  __shared__ typename Load::TempStorage load;
  __shared__ typename Scan::TempStorage scan;
  __shared__ typename Store::TempStorage store;
  __shared__ typename Histogram::TempStorage histogram;
  __shared__ unsigned bins[8];
  Running running = {0};
  for (int first = 0; first < n; first += TILE) {
    int v[ITEMS];
    unsigned char low[ITEMS];
    Load(load).Load(in + first, v, n - first, 0);
    for (int i = 0; i < ITEMS; i++) low[i] = v[i] & 7;
    if (first == 0) Histogram(histogram).Histogram(low, bins);
    __syncthreads();
    Scan(scan).InclusiveSum(v, v, running);
    __syncthreads();
    Store(store).Store(out + first, v, n - first);
    __syncthreads();
  }
  if (threadIdx.x < 8) counts[threadIdx.x] = bins[threadIdx.x];
}

int main() {
  int h[TILE], *in, *out, *heads, distinct = 0, wrong = 0;
  for (int i = 0; i < TILE; i++) h[i] = i * 733 % 301 - 150;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMalloc(&heads, sizeof(int));
  cudaMemset(heads, 0, sizeof(int));
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  sort_tile<<<1, THREADS>>>(in, out, heads);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  cudaMemcpy(&distinct, heads, sizeof(int), cudaMemcpyDeviceToHost);
  for (int i = 1; i < TILE; i++) wrong += h[i - 1] > h[i];
  printf("%d out of order, from %d to %d, %d distinct\n", wrong, h[0], h[TILE - 1], distinct);

  float keys[128], *d_keys;
  int values[128];
  for (int i = 0; i < 128; i++) keys[i] = i % 2 ? -i * 0.5f : i, values[i] = i;
  cudaMalloc(&d_keys, sizeof keys);
  cudaMemcpy(d_keys, keys, sizeof keys, cudaMemcpyHostToDevice);
  cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice);
  sort_pairs<<<1, 64>>>(d_keys, in);
  cudaMemcpy(keys, d_keys, sizeof keys, cudaMemcpyDeviceToHost);
  cudaMemcpy(values, in, sizeof values, cudaMemcpyDeviceToHost);
  printf("%g of %d, %g of %d, %g of %d\n", keys[0], values[0], keys[64], values[64], keys[127], values[127]);

  const int n = 1200;
  int *many, *sums, ones[n], last;
  unsigned *counts, c[8];
  for (int &one : ones) one = 1;
  cudaMalloc(&many, sizeof ones);
  cudaMalloc(&sums, sizeof ones);
  cudaMalloc(&counts, sizeof c);
  cudaMemcpy(many, ones, sizeof ones, cudaMemcpyHostToDevice);
  scan_tiles<<<1, THREADS>>>(many, sums, n, counts);
  cudaMemcpy(&last, sums + n - 1, sizeof last, cudaMemcpyDeviceToHost);
  cudaMemcpy(c, counts, sizeof c, cudaMemcpyDeviceToHost);
  printf("%d, %u %u\n", last, c[0], c[1]);
  cudaFree(in), cudaFree(out), cudaFree(heads), cudaFree(d_keys), cudaFree(many), cudaFree(sums),
      cudaFree(counts);
}
