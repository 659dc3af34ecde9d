// expect: pass 5_radix_4bit global_store_sectors
// form: four bits a pass, and each key goes straight to its place: no tile is sorted before. Ranks by votes, warp after warp.
#include "sort.h"
#include <cuda_runtime.h>

enum { THREADS = 256, WARPS = THREADS / 32, EACH = 8, TILE = THREADS * EACH, DIGITS = 16 };

__global__ void count_digits(const uint32_t *in, int64_t n, int shift, uint32_t *count) {
  __shared__ uint32_t of[DIGITS];
  if (threadIdx.x < DIGITS) of[threadIdx.x] = 0;
  __syncthreads();
  for (int k = 0; k < EACH; k++) {
    int64_t i = (int64_t)blockIdx.x * TILE + k * THREADS + threadIdx.x;
    if (i < n) atomicAdd(&of[in[i] >> shift & 15], 1u);
  }
  __syncthreads();
  if (threadIdx.x < DIGITS) count[(int64_t)threadIdx.x * gridDim.x + blockIdx.x] = of[threadIdx.x];
}

// One block: each thread adds up a part of the counts, then the parts' sums are added up before them.
__global__ void scan_counts(uint32_t *count, int64_t n) {
  __shared__ uint32_t sum[1024];
  int64_t part = (n + blockDim.x - 1) / blockDim.x, begin = part * threadIdx.x;
  int64_t end = begin + part < n ? begin + part : n;
  uint32_t own = 0;
  for (int64_t i = begin; i < end; i++) own += count[i];
  sum[threadIdx.x] = own;
  __syncthreads();
  for (unsigned distance = 1; distance < blockDim.x; distance *= 2) {
    uint32_t left = threadIdx.x >= distance ? sum[threadIdx.x - distance] : 0;
    __syncthreads();
    sum[threadIdx.x] += left;
    __syncthreads();
  }
  uint32_t before = sum[threadIdx.x] - own;
  for (int64_t i = begin; i < end; i++) {
    uint32_t here = count[i];
    count[i] = before;
    before += here;
  }
}

__global__ void to_places(const uint32_t *in, int64_t n, int shift, const uint32_t *start, uint32_t *out) {
  __shared__ uint32_t next[DIGITS], here[WARPS][DIGITS];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (threadIdx.x < DIGITS) next[threadIdx.x] = start[(int64_t)threadIdx.x * gridDim.x + blockIdx.x];
  for (int k = 0; k < EACH; k++) {
    int64_t i = (int64_t)blockIdx.x * TILE + k * THREADS + threadIdx.x;
    uint32_t key = i < n ? in[i] : 0;
    unsigned digit = key >> shift & 15, same = __ballot_sync(~0u, i < n), all = same;
    for (int bit = 0; bit < 4; bit++) {
      unsigned ones = __ballot_sync(~0u, digit >> bit & 1);
      same &= digit >> bit & 1 ? ones : ~ones;
    }
    if (lane < DIGITS) here[warp][lane] = 0;
    __syncwarp();
    uint32_t rank = __popc(same & ((1u << lane) - 1));
    if (all >> lane & 1 && rank == 0) here[warp][digit] = __popc(same);
    __syncthreads();
    if (threadIdx.x < DIGITS) {
      uint32_t before = next[threadIdx.x];
      for (int w = 0; w < WARPS; w++) {
        uint32_t keys = here[w][threadIdx.x];
        here[w][threadIdx.x] = before;
        before += keys;
      }
      next[threadIdx.x] = before;
    }
    __syncthreads();
    if (i < n) out[here[warp][digit] + rank] = key;
    __syncthreads();
  }
}

int sort_5_radix_4bit(const uint32_t *in, int64_t n, uint32_t *scratch, uint32_t *out) {
  if (n == 0) return 0;
  unsigned tiles = (unsigned)((n + TILE - 1) / TILE);
  uint32_t *other = scratch, *count = scratch + n;
  const uint32_t *from = in;
  for (int shift = 0; shift < 32; shift += 4) {
    uint32_t *to = shift / 4 % 2 ? out : other;
    count_digits<<<tiles, THREADS>>>(from, n, shift, count);
    scan_counts<<<1, 1024>>>(count, (int64_t)DIGITS * tiles);
    to_places<<<tiles, THREADS>>>(from, n, shift, count, to);
    from = to;
  }
  return cudaGetLastError();
}
