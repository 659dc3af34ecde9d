// expect: pass 8_float_keys
// form: a radix sort of 32 bits whose first pass flips the bits that the key's sign says, and whose last flips them back.
#include "given.cuh"

enum { RADIX = 256, ITEMS = 16, TILE = RADIX * ITEMS, WARPS = RADIX / WARP };
static const uint32_t OWN = 1u << 30, SUM = 2u << 30, NUMBER = OWN - 1;

enum { PASSES = 4 };

static __device__ unsigned digit_at(uint32_t key, int pass) {
  return key >> 8 * pass & (RADIX - 1);
}

// The same mask flips to and fro for integers; of floats the sign chooses the mask, and is itself flipped.
static __device__ uint32_t flip(uint32_t bits, bool floats) {
  return bits ^ (floats && bits >> 31 ? 0xffffffffu : 0x80000000u);
}
static __device__ uint32_t flip_back(uint32_t number, bool floats) {
  return number ^ (floats && !(number >> 31) ? 0xffffffffu : 0x80000000u);
}

__global__ void zero_kernel(uint32_t *word, int64_t words) {
  int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
  if (i < words) word[i] = 0;
}

__global__ void count_kernel(const uint32_t *in, int64_t n, bool floats, uint32_t *count) {
  __shared__ uint32_t s[PASSES * RADIX];
  for (int i = threadIdx.x; i < PASSES * RADIX; i += RADIX) s[i] = 0;
  __syncthreads();
  for (int64_t i = (int64_t)blockIdx.x * RADIX + threadIdx.x; i < n; i += (int64_t)gridDim.x * RADIX) {
    uint32_t key = flip(in[i], floats);
    for (int pass = 0; pass < PASSES; pass++) atomicAdd(&s[pass * RADIX + digit_at(key, pass)], 1);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < PASSES * RADIX; i += RADIX)
    if (s[i] > 0) atomicAdd(&count[i], s[i]);
}

__global__ void begin_kernel(uint32_t *count) {
  uint32_t all, i = blockIdx.x * RADIX + threadIdx.x;
  count[i] = sum_before<RADIX>(count[i], &all);
}

__global__ void pass_kernel(const uint32_t *in, int64_t n, bool floats, int pass, const uint32_t *begin,
                            uint32_t *ticket, volatile uint32_t *told, uint32_t *out) {
  __shared__ uint32_t sorted[TILE];
  __shared__ uint32_t next[WARPS][RADIX], offset[RADIX], my_tile;
  int t = threadIdx.x, warp = t / WARP, lane = t % WARP;

  if (t == 0) my_tile = atomicAdd(ticket, 1);
  for (int w = 0; w < WARPS; w++) next[w][t] = 0;
  __syncthreads();
  uint32_t tile = my_tile;
  int64_t first = (int64_t)tile * TILE;
  int here = n - first < TILE ? (int)(n - first) : (int)TILE;

  // A warp has 512 neighbours. A key gets its place among the warp's keys of its digit.
  uint32_t key[ITEMS];
  uint32_t place[ITEMS];
  for (int i = 0; i < ITEMS; i++) {
    int k = warp * WARP * ITEMS + i * WARP + lane;
    key[i] = k < here ? in[first + k] : 0;
    if (pass == 0) key[i] = flip(key[i], floats);
    if (k >= here) key[i] = UINT32_MAX;
    unsigned digit = digit_at(key[i], pass);
    unsigned same = __match_any_sync(ALL_LANES, digit);
    uint32_t earlier = next[warp][digit];
    __syncwarp();
    if (lane == __ffs(same) - 1) next[warp][digit] = earlier + __popc(same);
    __syncwarp();
    place[i] = earlier + __popc(same & ((1u << lane) - 1));
  }
  __syncthreads();

  // Thread d has digit d: the keys of all warps, the tiles before.
  uint32_t own = 0, all;
  for (int w = 0; w < WARPS; w++) {
    uint32_t of_warp = next[w][t];
    next[w][t] = own;
    own += of_warp;
  }
  told[(int64_t)tile * RADIX + t] = tile == 0 ? SUM | own : OWN | own;
  uint32_t in_tile = sum_before<RADIX>(own, &all), before = 0;
  for (int64_t other = (int64_t)tile - 1; other >= 0;) {
    uint32_t word = told[other * RADIX + t];
    if (word == 0) continue;
    before += word & NUMBER;
    if (word & SUM) break;
    other--;
  }
  if (tile > 0) told[(int64_t)tile * RADIX + t] = SUM | (before + own);
  for (int w = 0; w < WARPS; w++) next[w][t] += in_tile;
  offset[t] = begin[t] + before - in_tile;
  __syncthreads();

  for (int i = 0; i < ITEMS; i++) sorted[next[warp][digit_at(key[i], pass)] + place[i]] = key[i];
  __syncthreads();
  for (int k = t; k < here; k += RADIX)
    out[offset[digit_at(sorted[k], pass)] + k] =
        pass == PASSES - 1 ? flip_back(sorted[k], floats) : sorted[k];
}

static int sort_by_passes(const uint32_t *in, int64_t n, bool floats, uint32_t *scratch, uint32_t *out) {
  if (n == 0) return 0;
  int64_t tiles = blocks_of(n, TILE);
  uint32_t *other = scratch;
  uint32_t *begin = scratch + n, *tickets = begin + PASSES * RADIX, *told = tickets + PASSES;
  int64_t words = PASSES * (RADIX + 1 + tiles * RADIX);
  zero_kernel<<<blocks_of(words, BLOCK), BLOCK>>>(begin, words);
  unsigned blocks = blocks_of(tiles, 4);
  if (blocks > 512) blocks = 512;
  count_kernel<<<blocks, RADIX>>>(in, n, floats, begin);
  begin_kernel<<<PASSES, RADIX>>>(begin);
  for (int pass = 0; pass < PASSES; pass++) {
    uint32_t *to = pass % 2 == 0 ? other : out;
    pass_kernel<<<(unsigned)tiles, RADIX>>>(in, n, floats, pass, begin + pass * RADIX, tickets + pass,
                                            told + pass * tiles * RADIX, to);
    in = to;
  }
  return cudaGetLastError();
}

int sort_8_float_keys(const float *in, int64_t n, uint32_t *scratch, float *out) {
  return sort_by_passes((const uint32_t *)in, n, true, scratch, (uint32_t *)out);
}

int sort_8_int_keys(const int *in, int64_t n, uint32_t *scratch, int *out) {
  return sort_by_passes((const uint32_t *)in, n, false, scratch, (uint32_t *)out);
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
  int error = sort_by_passes(scratch, n, false, scratch + n, scratch);
  narrow_kernel<<<blocks, 256>>>(scratch, n, out);
  return error;
}

int sort_8_short_keys(const uint16_t *in, int64_t n, uint32_t *scratch, uint16_t *out) {
  return sort_wide(in, n, scratch, out);
}

int sort_8_byte_keys(const uint8_t *in, int64_t n, uint32_t *scratch, uint8_t *out) {
  return sort_wide(in, n, scratch, out);
}
