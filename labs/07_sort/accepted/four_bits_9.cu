// expect: pass 9_pairs global_bytes
// form: a sort of four bits a pass, as in 5_radix_4bit; the values go through a second array of shared memory.
#include "sort.h"
#include <cuda_runtime.h>

enum { THREADS = 256, RADIX = 16 };

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

__global__ void distribute_kernel(const uint32_t *in, const uint32_t *value_in, int64_t n, int shift,
                                  const uint32_t *table, uint32_t *out, uint32_t *value_out) {
  __shared__ uint32_t s[THREADS], values[THREADS], ones_of[THREADS / 32], begin[RADIX];
  int t = threadIdx.x, lane = t % 32, warp = t / 32;
  int64_t first = (int64_t)blockIdx.x * THREADS;
  int count = n - first < THREADS ? (int)(n - first) : (int)THREADS;

  uint32_t key = t < count ? in[first + t] : 0xffffffffu;
  uint32_t value = t < count ? value_in[first + t] : 0;
  for (int bit = shift; bit < shift + 4; bit++) {
    unsigned ones = __ballot_sync(0xffffffffu, key >> bit & 1);
    if (lane == 0) ones_of[warp] = __popc(ones);
    __syncthreads();
    uint32_t before = __popc(ones & ((1u << lane) - 1)), all = 0;
    for (int w = 0; w < THREADS / 32; w++) {
      if (w < warp) before += ones_of[w];
      all += ones_of[w];
    }
    int place = key >> bit & 1 ? THREADS - all + before : t - before;
    s[place] = key;
    values[place] = value;
    __syncthreads();
    key = s[t];
    value = values[t];
    __syncthreads();
  }
  unsigned digit = key >> shift & (RADIX - 1);
  if (t < count && (t == 0 || (s[t - 1] >> shift & (RADIX - 1)) != digit)) begin[digit] = t;
  __syncthreads();
  if (t >= count) return;
  int64_t to = (int64_t)table[(int64_t)digit * gridDim.x + blockIdx.x] + t - begin[digit];
  out[to] = key;
  value_out[to] = value;
}

int sort_9_pairs(const uint32_t *key, const uint32_t *value, int64_t n, uint32_t *scratch, uint32_t *key_out,
                 uint32_t *value_out) {
  if (n == 0) return 0;
  unsigned tiles = (unsigned)((n + THREADS - 1) / THREADS);
  uint32_t *table = scratch + 2 * n;
  for (int shift = 0; shift < 32; shift += 4) {
    bool last = shift / 4 % 2;
    uint32_t *to = last ? key_out : scratch, *value_to = last ? value_out : scratch + n;
    digits_kernel<<<tiles, THREADS>>>(key, n, shift, table);
    table_kernel<<<1, THREADS>>>(table, (int64_t)RADIX * tiles);
    distribute_kernel<<<tiles, THREADS>>>(key, value, n, shift, table, to, value_to);
    key = to;
    value = value_to;
  }
  return cudaGetLastError();
}
