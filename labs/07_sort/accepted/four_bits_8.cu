// expect: pass 8_float_keys global_bytes
// form: a sort of four bits a pass, as in 5_radix_4bit; a digit is that of the flipped key, and no key is ever stored flipped.
#include "sort.h"
#include <cuda_runtime.h>

enum { THREADS = 256, RADIX = 16 };

struct integers {
  static __device__ uint32_t ordered(uint32_t x) {
    return x ^ 0x80000000u;
  }
};
struct floats {
  static __device__ uint32_t ordered(uint32_t x) {
    return x & 0x80000000u ? ~x : x | 0x80000000u;
  }
};

template <typename TYPE> static __device__ unsigned digit_of(uint32_t x, int shift) {
  return TYPE::ordered(x) >> shift & (RADIX - 1);
}

template <typename TYPE>
__global__ void digits_kernel(const uint32_t *in, int64_t n, int shift, uint32_t *table) {
  __shared__ uint32_t count[RADIX];
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * THREADS + t;
  if (t < RADIX) count[t] = 0;
  __syncthreads();
  if (i < n) atomicAdd(&count[digit_of<TYPE>(in[i], shift)], 1);
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

template <typename TYPE>
__global__ void distribute_kernel(const uint32_t *in, int64_t n, int shift, const uint32_t *table,
                                  uint32_t *out) {
  __shared__ uint32_t s[THREADS], ones_of[THREADS / 32], begin[RADIX];
  int t = threadIdx.x, lane = t % 32, warp = t / 32;
  int64_t first = (int64_t)blockIdx.x * THREADS;
  int count = n - first < THREADS ? (int)(n - first) : (int)THREADS;

  // Where there is no key: the one that is ordered last stays last.
  uint32_t key = t < count ? in[first + t] : 0x7fffffffu;
  for (int bit = 0; bit < 4; bit++) {
    bool one = digit_of<TYPE>(key, shift) >> bit & 1;
    unsigned ones = __ballot_sync(0xffffffffu, one);
    if (lane == 0) ones_of[warp] = __popc(ones);
    __syncthreads();
    uint32_t before = __popc(ones & ((1u << lane) - 1)), all = 0;
    for (int w = 0; w < THREADS / 32; w++) {
      if (w < warp) before += ones_of[w];
      all += ones_of[w];
    }
    s[one ? THREADS - all + before : t - before] = key;
    __syncthreads();
    key = s[t];
    __syncthreads();
  }
  unsigned digit = digit_of<TYPE>(key, shift);
  if (t < count && (t == 0 || digit_of<TYPE>(s[t - 1], shift) != digit)) begin[digit] = t;
  __syncthreads();
  if (t < count) out[table[(int64_t)digit * gridDim.x + blockIdx.x] + t - begin[digit]] = key;
}

template <typename TYPE>
static int sort_bits(const uint32_t *in, int64_t n, uint32_t *scratch, uint32_t *out) {
  if (n == 0) return 0;
  unsigned tiles = (unsigned)((n + THREADS - 1) / THREADS);
  uint32_t *to = scratch, *table = scratch + n;
  for (int shift = 0; shift < 32; shift += 4) {
    digits_kernel<TYPE><<<tiles, THREADS>>>(in, n, shift, table);
    table_kernel<<<1, THREADS>>>(table, (int64_t)RADIX * tiles);
    distribute_kernel<TYPE><<<tiles, THREADS>>>(in, n, shift, table, to);
    in = to;
    to = to == scratch ? out : scratch;
  }
  return cudaGetLastError();
}

int sort_8_float_keys(const float *in, int64_t n, uint32_t *scratch, float *out) {
  return sort_bits<floats>((const uint32_t *)in, n, scratch, (uint32_t *)out);
}

int sort_8_int_keys(const int *in, int64_t n, uint32_t *scratch, int *out) {
  return sort_bits<integers>((const uint32_t *)in, n, scratch, (uint32_t *)out);
}

// Keys of 16 and of 8 bits are sorted as words. The words take the place of `out` in every second pass.
template <typename Key> static __global__ void widen_kernel(const Key *in, int64_t n, uint32_t *word) {
  int64_t i = (int64_t)blockIdx.x * 256 + threadIdx.x;
  if (i < n) word[i] = in[i];
}
template <typename Key> static __global__ void narrow_kernel(const uint32_t *word, int64_t n, Key *out) {
  int64_t i = (int64_t)blockIdx.x * 256 + threadIdx.x;
  if (i < n) out[i] = (Key)word[i];
}

template <typename Key> static int sort_wide(const Key *in, int64_t n, uint32_t *scratch, Key *out) {
  if (n == 0) return 0;
  unsigned blocks = (unsigned)((n + 255) / 256);
  widen_kernel<<<blocks, 256>>>(in, n, scratch);
  int error = sort_bits<integers>(scratch, n, scratch + n, scratch);
  narrow_kernel<<<blocks, 256>>>(scratch, n, out);
  return error;
}

int sort_8_short_keys(const uint16_t *in, int64_t n, uint32_t *scratch, uint16_t *out) {
  return sort_wide(in, n, scratch, out);
}

int sort_8_byte_keys(const uint8_t *in, int64_t n, uint32_t *scratch, uint8_t *out) {
  return sort_wide(in, n, scratch, out);
}
