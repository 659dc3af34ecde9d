// expect: pass 5_radix_4bit
// form: tiles of 1024, one key a thread; ranks by four splits with votes of the warps instead of block scans of sums.
#include "sort.h"
#include <cuda_runtime.h>

enum { THREADS = 1024, RADIX = 16 };

__global__ void digits_kernel(const uint32_t *in, int64_t n, int shift, uint32_t *table) {
  __shared__ uint32_t count[RADIX];
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * THREADS + t;
  if (t < RADIX) count[t] = 0;
  __syncthreads();
  if (i < n) atomicAdd(&count[in[i] >> shift & (RADIX - 1)], 1);
  __syncthreads();
  if (t < RADIX) table[(int64_t)t * gridDim.x + blockIdx.x] = count[t];
}

// Exclusive, one block, a thread a number at a time.
__global__ void table_kernel(uint32_t *table, int64_t n) {
  __shared__ uint32_t s[THREADS];
  int t = threadIdx.x;
  uint32_t before = 0;
  for (int64_t first = 0; first < n; first += THREADS) {
    uint32_t x = first + t < n ? table[first + t] : 0;
    s[t] = x;
    for (int d = 1; d < THREADS; d *= 2) {
      __syncthreads();
      uint32_t left = t >= d ? s[t - d] : 0;
      __syncthreads();
      s[t] += left;
    }
    __syncthreads();
    if (first + t < n) table[first + t] = before + s[t] - x;
    before += s[THREADS - 1];
    __syncthreads();
  }
}

__global__ void distribute_kernel(const uint32_t *in, int64_t n, int shift, const uint32_t *table,
                                  uint32_t *out) {
  __shared__ uint32_t s[THREADS], ones_of[THREADS / 32], begin[RADIX];
  int t = threadIdx.x, lane = t % 32, warp = t / 32;
  int64_t first = (int64_t)blockIdx.x * THREADS;
  int count = n - first < THREADS ? (int)(n - first) : (int)THREADS;

  uint32_t key = t < count ? in[first + t] : 0xffffffffu;
  for (int bit = shift; bit < shift + 4; bit++) {
    unsigned ones = __ballot_sync(0xffffffffu, key >> bit & 1);
    if (lane == 0) ones_of[warp] = __popc(ones);
    __syncthreads();
    uint32_t before = __popc(ones & ((1u << lane) - 1)), all = 0;
    for (int w = 0; w < THREADS / 32; w++) {
      if (w < warp) before += ones_of[w];
      all += ones_of[w];
    }
    s[key >> bit & 1 ? THREADS - all + before : t - before] = key;
    __syncthreads();
    key = s[t];
    __syncthreads();
  }
  unsigned digit = key >> shift & (RADIX - 1);
  if (t < count && (t == 0 || (s[t - 1] >> shift & (RADIX - 1)) != digit)) begin[digit] = t;
  __syncthreads();
  if (t < count) out[table[(int64_t)digit * gridDim.x + blockIdx.x] + t - begin[digit]] = key;
}

int sort_5_radix_4bit(const uint32_t *in, int64_t n, uint32_t *scratch, uint32_t *out) {
  if (n == 0) return 0;
  unsigned tiles = (unsigned)((n + THREADS - 1) / THREADS);
  uint32_t *to = scratch, *table = scratch + n;
  for (int shift = 0; shift < 32; shift += 4) {
    digits_kernel<<<tiles, THREADS>>>(in, n, shift, table);
    table_kernel<<<1, THREADS>>>(table, (int64_t)RADIX * tiles);
    distribute_kernel<<<tiles, THREADS>>>(in, n, shift, table, to);
    in = to;
    to = to == scratch ? out : scratch;
  }
  return cudaGetLastError();
}
