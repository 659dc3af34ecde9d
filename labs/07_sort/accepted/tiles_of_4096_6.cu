// expect: pass 6_radix_onesweep on emu
// form: tiles of 4096 keys; lanes find each other by __match_any_sync, a digit's thread looks back one tile at a time.
#include "given.cuh"

enum { RADIX = 256, ITEMS = 16, TILE = RADIX * ITEMS, WARPS = RADIX / WARP };
static const uint32_t OWN = 1u << 30, SUM = 2u << 30, NUMBER = OWN - 1;

template <typename Key> static __device__ unsigned digit_at(Key key, int pass) {
  return (unsigned)(key >> 8 * pass) & (RADIX - 1);
}

__global__ void zero_kernel(uint32_t *word, int64_t words) {
  int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
  if (i < words) word[i] = 0;
}

template <typename Key> __global__ void count_kernel(const Key *in, int64_t n, uint32_t *count) {
  __shared__ uint32_t s[sizeof(Key) * RADIX];
  for (int i = threadIdx.x; i < sizeof(Key) * RADIX; i += RADIX) s[i] = 0;
  __syncthreads();
  for (int64_t i = (int64_t)blockIdx.x * RADIX + threadIdx.x; i < n; i += (int64_t)gridDim.x * RADIX) {
    Key key = in[i];
    for (int pass = 0; pass < sizeof(Key); pass++) atomicAdd(&s[pass * RADIX + digit_at(key, pass)], 1);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < sizeof(Key) * RADIX; i += RADIX)
    if (s[i] > 0) atomicAdd(&count[i], s[i]);
}

__global__ void begin_kernel(uint32_t *count) {
  uint32_t all, i = blockIdx.x * RADIX + threadIdx.x;
  count[i] = sum_before<RADIX>(count[i], &all);
}

template <typename Key>
__global__ void pass_kernel(const Key *in, int64_t n, int pass, const uint32_t *begin, uint32_t *ticket,
                            volatile uint32_t *told, Key *out) {
  __shared__ Key sorted[TILE];
  __shared__ uint32_t next[WARPS][RADIX], offset[RADIX], my_tile;
  int t = threadIdx.x, warp = t / WARP, lane = t % WARP;

  if (t == 0) my_tile = atomicAdd(ticket, 1);
  for (int w = 0; w < WARPS; w++) next[w][t] = 0;
  __syncthreads();
  uint32_t tile = my_tile;
  int64_t first = (int64_t)tile * TILE;
  int here = n - first < TILE ? (int)(n - first) : (int)TILE;

  // A warp has 512 neighbours. A key gets its place among the warp's keys of its digit.
  Key key[ITEMS];
  uint32_t place[ITEMS];
  for (int i = 0; i < ITEMS; i++) {
    int k = warp * WARP * ITEMS + i * WARP + lane;
    key[i] = k < here ? in[first + k] : (Key)-1;
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
  for (int k = t; k < here; k += RADIX) out[offset[digit_at(sorted[k], pass)] + k] = sorted[k];
}

template <typename Key> static int sort_by_passes(const Key *in, int64_t n, uint32_t *scratch, Key *out) {
  enum { PASSES = sizeof(Key) };
  if (n == 0) return 0;
  int64_t tiles = blocks_of(n, TILE);
  Key *other = (Key *)scratch;
  uint32_t *begin = scratch + n * sizeof(Key) / 4, *tickets = begin + PASSES * RADIX,
           *told = tickets + PASSES;
  int64_t words = PASSES * (RADIX + 1 + tiles * RADIX);
  zero_kernel<<<blocks_of(words, BLOCK), BLOCK>>>(begin, words);
  unsigned blocks = blocks_of(tiles, 4);
  if (blocks > 512) blocks = 512;
  count_kernel<<<blocks, RADIX>>>(in, n, begin);
  begin_kernel<<<PASSES, RADIX>>>(begin);
  for (int pass = 0; pass < PASSES; pass++) {
    Key *to = pass % 2 == 0 ? other : out;
    pass_kernel<<<(unsigned)tiles, RADIX>>>(in, n, pass, begin + pass * RADIX, tickets + pass,
                                            told + pass * tiles * RADIX, to);
    in = to;
  }
  return cudaGetLastError();
}

int sort_6_radix_onesweep(const uint32_t *in, int64_t n, uint32_t *scratch, uint32_t *out) {
  return sort_by_passes(in, n, scratch, out);
}

int sort_6_radix_onesweep_u64(const uint64_t *in, int64_t n, uint32_t *scratch, uint64_t *out) {
  return sort_by_passes(in, n, scratch, out);
}
