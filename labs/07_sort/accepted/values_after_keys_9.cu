// expect: pass 9_pairs
// form: the keys' places in the sorted tile are kept, so that the values go through the keys' shared memory after them.
#include "given.cuh"

enum { RADIX = 256, ITEMS = 16, TILE = RADIX * ITEMS, WARPS = RADIX / WARP };
static const uint32_t OWN = 1u << 30, SUM = 2u << 30, NUMBER = OWN - 1;

enum { PASSES = 4 };

static __device__ unsigned digit_at(uint32_t key, int pass) {
  return key >> 8 * pass & (RADIX - 1);
}

__global__ void zero_kernel(uint32_t *word, int64_t words) {
  int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
  if (i < words) word[i] = 0;
}

__global__ void count_kernel(const uint32_t *in, int64_t n, uint32_t *count) {
  __shared__ uint32_t s[PASSES * RADIX];
  for (int i = threadIdx.x; i < PASSES * RADIX; i += RADIX) s[i] = 0;
  __syncthreads();
  for (int64_t i = (int64_t)blockIdx.x * RADIX + threadIdx.x; i < n; i += (int64_t)gridDim.x * RADIX) {
    uint32_t key = in[i];
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

__global__ void pass_kernel(const uint32_t *in, const uint32_t *value_in, int64_t n, int pass,
                            const uint32_t *begin, uint32_t *ticket, volatile uint32_t *told, uint32_t *out,
                            uint32_t *value_out) {
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
    key[i] = k < here ? in[first + k] : UINT32_MAX;
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

  uint32_t to[ITEMS];
  for (int i = 0; i < ITEMS; i++) {
    place[i] += next[warp][digit_at(key[i], pass)];
    sorted[place[i]] = key[i];
  }
  __syncthreads();
  for (int i = 0; i < ITEMS; i++) {
    int k = i * RADIX + t;
    to[i] = offset[digit_at(sorted[k], pass)] + k;
    if (k < here) out[to[i]] = sorted[k];
  }
  __syncthreads();
  for (int i = 0; i < ITEMS; i++) {
    int k = warp * WARP * ITEMS + i * WARP + lane;
    if (k < here) sorted[place[i]] = value_in[first + k];
  }
  __syncthreads();
  for (int i = 0; i < ITEMS; i++)
    if (i * RADIX + t < here) value_out[to[i]] = sorted[i * RADIX + t];
}

int sort_9_pairs(const uint32_t *key, const uint32_t *value, int64_t n, uint32_t *scratch, uint32_t *key_out,
                 uint32_t *value_out) {
  if (n == 0) return 0;
  int64_t tiles = blocks_of(n, TILE), words = PASSES * (RADIX + 1 + tiles * RADIX);
  uint32_t *begin = scratch + 2 * n, *tickets = begin + PASSES * RADIX, *told = tickets + PASSES;
  zero_kernel<<<blocks_of(words, BLOCK), BLOCK>>>(begin, words);
  unsigned blocks = blocks_of(tiles, 4);
  if (blocks > 512) blocks = 512;
  count_kernel<<<blocks, RADIX>>>(key, n, begin);
  begin_kernel<<<PASSES, RADIX>>>(begin);
  for (int pass = 0; pass < PASSES; pass++) {
    uint32_t *to = pass % 2 ? key_out : scratch, *value_to = pass % 2 ? value_out : scratch + n;
    pass_kernel<<<(unsigned)tiles, RADIX>>>(key, value, n, pass, begin + pass * RADIX, tickets + pass,
                                            told + pass * tiles * RADIX, to, value_to);
    key = to;
    value = value_to;
  }
  return cudaGetLastError();
}
