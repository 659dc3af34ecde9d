// Given, for the stages of lab 07: scans of a warp and a block, loads and stores of tiles.
#ifndef GIVEN_CUH
#define GIVEN_CUH

#include "sort.h"
#include <cuda_runtime.h>

enum { WARP = 32, BLOCK = 256 };
static const unsigned ALL_LANES = 0xffffffff;

static unsigned blocks_of(int64_t n, int64_t per_block) {
  return (unsigned)((n + per_block - 1) / per_block);
}

// Keys alone, or records with their key on top.
static __device__ uint32_t key_of(uint32_t x) {
  return x;
}
static __device__ uint32_t key_of(uint64_t record) {
  return (uint32_t)(record >> 32);
}

// A thread's items are neighbours in the sorted tile, but lanes must store neighbours: in between they lie in shared
// memory. ITEMS is odd, so that lanes ITEMS words apart use different banks.
template <int THREADS, int ITEMS, typename T>
static __device__ void store_tile(T *s, const T (&r)[ITEMS], T *out, int count) {
  int t = threadIdx.x;
  __syncthreads();
#pragma unroll
  for (int i = 0; i < ITEMS; i++) s[t * ITEMS + i] = r[i];
  __syncthreads();
#pragma unroll
  for (int i = 0; i < ITEMS; i++)
    if (t + i * THREADS < count) out[t + i * THREADS] = s[t + i * THREADS];
}

static __device__ void put_in_order(uint32_t &a, uint32_t &b) {
  uint32_t low = min(a, b);
  b = max(a, b);
  a = low;
}
static __device__ void put_in_order(uint64_t &a, uint64_t &b) {
  uint64_t low = key_of(a) <= key_of(b) ? a : b;
  b = key_of(a) <= key_of(b) ? b : a;
  a = low;
}

// The pair of runs that output `first` lies in: where it begins, and the lengths of its two runs.
struct run_pair {
  int64_t begin, m, n;
};
static __device__ run_pair pair_of(int64_t first, int64_t n, int64_t run) {
  run_pair p;
  p.begin = first / (2 * run) * (2 * run);
  p.m = n - p.begin < run ? n - p.begin : run;
  p.n = n - p.begin - p.m < run ? n - p.begin - p.m : run;
  return p;
}

// A kernel must request more than 48 KiB of shared memory a block.
template <typename K> static cudaError_t allow_shared(K *kernel, size_t bytes) {
  return cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes);
}

// Lane l gets the sum of x over lanes 0 to l. All 32 lanes must call.
static __device__ uint32_t warp_scan(uint32_t x) {
  int lane = threadIdx.x % WARP;
  for (int d = 1; d < WARP; d *= 2) {
    uint32_t left = __shfl_up_sync(ALL_LANES, x, d);
    if (lane >= d) x += left;
  }
  return x;
}

// The sum of x over the threads before this one; *total gets the sum over the block. All THREADS must call.
template <int THREADS> static __device__ uint32_t sum_before(uint32_t x, uint32_t *total) {
  __shared__ uint32_t s[THREADS / WARP];
  int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
  uint32_t upto = warp_scan(x);

  __syncthreads(); // a later call must not overwrite words that other threads still read
  if (lane == WARP - 1) s[warp] = upto;
  __syncthreads();
  uint32_t before = upto - x, all = 0;
  for (int w = 0; w < THREADS / WARP; w++) {
    if (w == warp) before += all;
    all += s[w];
  }
  *total = all;
  return before;
}

enum { SPLIT_ITEMS = 9, SPLIT_TILE = BLOCK * SPLIT_ITEMS, SCAN_THREADS = 1024, SCAN_ITEMS = 4 };

// The tile's keys from first on, side by side into shared memory; where the input ends, the largest key.
static __device__ void load_split_tile(const uint32_t *in, int64_t n, int64_t first, uint32_t *s) {
  for (int k = threadIdx.x; k < SPLIT_TILE; k += BLOCK) s[k] = first + k < n ? in[first + k] : UINT32_MAX;
  __syncthreads();
}

// One block replaces each of count numbers by the sum of those before it; number[count] becomes the sum of all.
__global__ void sort_4_scan_kernel(uint32_t *number, int64_t count) {
  uint32_t before = 0, total;
  for (int64_t first = 0; first < count; first += SCAN_THREADS * SCAN_ITEMS) {
    int64_t i = first + threadIdx.x * SCAN_ITEMS;
    uint32_t x[SCAN_ITEMS], sum = 0;
    for (int k = 0; k < SCAN_ITEMS; k++) sum += x[k] = i + k < count ? number[i + k] : 0;
    uint32_t upto = before + sum_before<SCAN_THREADS>(sum, &total);
    for (int k = 0; k < SCAN_ITEMS; k++) {
      if (i + k < count) number[i + k] = upto;
      upto += x[k];
    }
    before += total;
  }
  if (threadIdx.x == 0) number[count] = before;
}

enum { DIGITS_4 = 16 };

static __device__ unsigned digit_4(uint32_t key, int shift) {
  return key >> shift & (DIGITS_4 - 1);
}

#endif
