// Lab 07, stage 9: keys and values.

// Longer tiles, in two blocks an SM: where a digit's keys of a tile begin and end, stores fill sectors in part, of values too.
enum {
  PAIR_THREADS = 384,
  PAIR_ITEMS = 24,
  PAIR_TILE = PAIR_THREADS * PAIR_ITEMS,
  PAIR_BLOCKS = PMPP_BLOCKS(PAIR_THREADS, 2)
};

// A warp's keys, 32 at a time: the number of keys with the lane's digit that the warp has before the lane's key. The counter
// is the number so far; the last of the lanes with the same digit sets it to one more than its own rank.
static __device__ uint32_t rank_in_warp(uint32_t *counter, unsigned digit) {
  uint32_t peers = lanes_with(digit), lane = threadIdx.x % WARP;
  uint32_t rank = counter[digit] + __popc(peers & ((1u << lane) - 1));
  __syncwarp();
  if (peers >> lane == 1) counter[digit] = rank + 1;
  __syncwarp();
  return rank;
}

// One pass, as in sort_6_sweep_kernel, but for this:
//   - The warps do not count before they rank. Their counters begin with 0, and in the end they are the counts. When the
//     tile's counts are known, what lies before the warp's first key of the digit is added to the ranks.
//   - When the keys are stored, the values follow them through the same shared memory: a thread's registers keep its keys'
//     places in the sorted tile, and the digits of the keys that it stores.
__global__ void __launch_bounds__(PAIR_THREADS, PAIR_BLOCKS)
    sort_9_sweep_kernel(const uint32_t *in, const uint32_t *value_in, int64_t n, int pass,
                        const uint32_t *start, uint32_t *tickets, uint32_t *words, uint32_t *out,
                        uint32_t *value_out) {
  enum { THREADS = PAIR_THREADS, ITEMS = PAIR_ITEMS, TILE = PAIR_TILE, WARPS = THREADS / WARP };
  extern __shared__ uint64_t shared[];
  uint32_t *sorted = (uint32_t *)shared;
  __shared__ uint32_t counter[WARPS][DIGITS];
  __shared__ uint32_t to[DIGITS], ticket; // the tile's k-th key goes to to[its digit] + k
  int t = threadIdx.x, lane = t % WARP, warp = t / WARP;

  if (t == 0) ticket = atomicAdd(tickets, 1u);
  for (int i = t; i < WARPS * DIGITS; i += THREADS) counter[i / DIGITS][i % DIGITS] = 0;
  __syncthreads();
  unsigned tile = ticket;
  int64_t first = (int64_t)tile * TILE;
  int count = n - first < TILE ? (int)(n - first) : (int)TILE;
  int mine = warp * ITEMS * WARP + lane; // the thread's items: every 32nd from here on

  uint32_t x[ITEMS], rank[(ITEMS + 1) / 2] = {}; // two ranks a word
  load_every_32nd(in + first + mine, count - mine, UINT32_MAX, x);
#pragma unroll
  for (int i = 0; i < ITEMS; i++)
    rank[i / 2] |= rank_in_warp(counter[warp], digit_of(x[i], pass)) << i % 2 * 16;
  __syncthreads();
  asm("" : "+r"(pass)); // as in stage 6

  uint32_t in_tile = 0, ignored;
  if (t < DIGITS) {
    for (int w = 0; w < WARPS; w++) {
      uint32_t of_warp = counter[w][t];
      counter[w][t] = in_tile;
      in_tile += of_warp;
    }
    publish(&words[(int64_t)tile * DIGITS + t], tile == 0 ? INCLUSIVE : PARTIAL, in_tile);
  }
  uint32_t begin = sum_before<THREADS>(in_tile, &ignored);
  if (t < DIGITS)
    for (int w = 0; w < WARPS; w++) counter[w][t] += begin;
  __syncthreads();

#pragma unroll
  for (int i = 0; i < ITEMS; i++) {
    uint32_t place = counter[warp][digit_of(x[i], pass)] + (rank[i / 2] >> i % 2 * 16 & 0xffff);
    sorted[place] = x[i];
    x[i] = place; // from here on
  }
  if (t < DIGITS) {
    uint32_t before = look_back(&words[t], tile);
    if (tile > 0) publish(&words[(int64_t)tile * DIGITS + t], INCLUSIVE, before + in_tile);
    to[t] = start[t] + before - begin;
  }
  __syncthreads();

  uint32_t digits[(ITEMS + 3) / 4] = {}; // of the keys that the thread stores: four a word
#pragma unroll
  for (int i = 0; i < ITEMS; i++) {
    int k = t + i * THREADS;
    uint32_t key = sorted[k], digit = digit_of(key, pass);
    digits[i / 4] |= digit << i % 4 * 8;
    if (k < count) out[to[digit] + k] = key;
  }
  uint32_t value[ITEMS];
  load_every_32nd(value_in + first + mine, count - mine, 0u, value);
  __syncthreads();
#pragma unroll
  for (int i = 0; i < ITEMS; i++) sorted[x[i]] = value[i];
  __syncthreads();
#pragma unroll
  for (int i = 0; i < ITEMS; i++) {
    int k = t + i * THREADS;
    if (k < count) value_out[to[digits[i / 4] >> i % 4 * 8 & 255] + k] = sorted[k];
  }
}

int sort_9_pairs(const uint32_t *key, const uint32_t *value, int64_t n, uint32_t *scratch, uint32_t *key_out,
                 uint32_t *value_out) {
  enum { PASSES = sizeof *key, BYTES = PAIR_TILE * sizeof *key };
  if (n == 0) return 0;
  int64_t tiles = blocks_of(n, PAIR_TILE);
  uint32_t *keys = scratch, *to = keys, *values = scratch + n, *value_to = values;
  uint32_t *start = scratch + 2 * n, *tickets = start + PASSES * DIGITS, *word = tickets + PASSES;

  cudaError_t error = allow_shared(sort_9_sweep_kernel, BYTES);
  if (error == cudaSuccess) error = find_starts<uint32_t, as_unsigned>(key, n, tiles, start);
  if (error != cudaSuccess) return error;
  for (int pass = 0; pass < PASSES; pass++) {
    sort_9_sweep_kernel<<<(unsigned)tiles, PAIR_THREADS, BYTES>>>(key, value, n, pass, start + pass * DIGITS,
                                                                  tickets + pass,
                                                                  word + pass * tiles * DIGITS, to, value_to);
    key = to;
    value = value_to;
    to = to == keys ? key_out : keys;
    value_to = value_to == values ? value_out : values;
  }
  return cudaGetLastError();
}
