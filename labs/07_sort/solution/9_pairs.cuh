// Lab 07, stage 9: keys and values.

// Long tiles, in blocks of more threads than digits: a digit's keys of a tile are stored side by side, 39 of them on average,
// and the longer a tile, the fewer words do tiles tell each other.
template <int ITEMS_> struct pairs_shape {
  enum {
    THREADS = 384,
    WARPS = THREADS / WARP,
    ITEMS = ITEMS_,
    TILE = THREADS * ITEMS,
    BLOCKS = PMPP_BLOCKS(THREADS, 2)
  };
};

// One pass, as in sort_6_sweep_kernel, but for two things that save work and registers:
//   - The warps do not count before they rank. Their counters begin with 0: a rank says how many keys of this digit the
//     warp has before the key, and in the end the counters are the counts. When the tile's counts are known, what lies
//     before the warp's first key of the digit is added.
//   - Values are loaded when their keys lie in shared memory. A key's register then keeps the key's place.
template <typename Shape>
__global__ void __launch_bounds__(Shape::THREADS, Shape::BLOCKS)
    sort_9_sweep_kernel(const uint32_t *in, const uint32_t *value_in, int64_t n, int pass,
                        const uint32_t *start, uint32_t *drawn, uint32_t *words, uint32_t *out,
                        uint32_t *value_out) {
  enum { ITEMS = Shape::ITEMS, THREADS = Shape::THREADS, TILE = Shape::TILE, WARPS = Shape::WARPS };
  extern __shared__ uint64_t shared[];
  uint32_t *sorted = (uint32_t *)shared, *sorted_value = sorted + TILE;
  __shared__ uint32_t counter[WARPS][DIGITS];
  __shared__ uint32_t to[DIGITS], drawn_tile; // the tile's k-th key goes to to[its digit] + k
  int t = threadIdx.x, lane = t % WARP, warp = t / WARP;

  if (t == 0) drawn_tile = atomicAdd(drawn, 1u);
  for (int i = t; i < WARPS * DIGITS; i += THREADS) counter[i / DIGITS][i % DIGITS] = 0;
  __syncthreads();
  unsigned tile = drawn_tile;
  int64_t first = (int64_t)tile * TILE;
  int count = n - first < TILE ? (int)(n - first) : (int)TILE;
  int mine = warp * ITEMS * WARP + lane; // the thread's items: every 32nd from here on

  uint32_t x[ITEMS], rank[(ITEMS + 1) / 2] = {}; // two ranks a word
#pragma unroll
  for (int i = 0; i < ITEMS; i++) x[i] = mine + i * WARP < count ? in[first + mine + i * WARP] : UINT32_MAX;
#pragma unroll
  for (int i = 0; i < ITEMS; i++) {
    unsigned digit = digit_of(x[i], pass);
    uint32_t peers = lanes_with(digit), before = counter[warp][digit];
    int before_me = __popc(peers & ((1u << lane) - 1));
    __syncwarp();
    if (before_me == 0) counter[warp][digit] = before + __popc(peers);
    __syncwarp();
    rank[i / 2] |= (before + before_me) << i % 2 * 16;
  }
  __syncthreads();

  uint32_t in_tile = 0, ignored;
  if (t < DIGITS) {
    for (int w = 0; w < WARPS; w++) {
      uint32_t of_warp = counter[w][t];
      counter[w][t] = in_tile;
      in_tile += of_warp;
    }
    tell(&words[(int64_t)tile * DIGITS + t], tile == 0 ? PREFIX : TILE_COUNT, in_tile);
  }
  uint32_t begin = sum_before<THREADS>(in_tile, &ignored);
  if (t < DIGITS)
    for (int w = 0; w < WARPS; w++) counter[w][t] += begin;
  __syncthreads();

#pragma unroll
  for (int i = 0; i < ITEMS; i++) {
    uint32_t place = counter[warp][digit_of(x[i], pass)] + (rank[i / 2] >> i % 2 * 16 & 0xffff);
    sorted[place] = x[i];
    x[i] = place;
  }
  uint32_t value[ITEMS];
#pragma unroll
  for (int i = 0; i < ITEMS; i++) value[i] = mine + i * WARP < count ? value_in[first + mine + i * WARP] : 0;
#pragma unroll
  for (int i = 0; i < ITEMS; i++) sorted_value[x[i]] = value[i];

  if (t < DIGITS) {
    uint32_t before = look_back(&words[t], tile);
    if (tile > 0) tell(&words[(int64_t)tile * DIGITS + t], PREFIX, before + in_tile);
    to[t] = start[t] + before - begin;
  }
  __syncthreads();
#pragma unroll
  for (int i = 0; i < ITEMS; i++) {
    int k = t + i * THREADS;
    if (k >= count) break;
    uint32_t key = sorted[k], place = to[digit_of(key, pass)] + k;
    out[place] = key;
    value_out[place] = sorted_value[k];
  }
}

template <typename Shape>
static int sort_9_in_tiles(const uint32_t *key, const uint32_t *value, int64_t n, uint32_t *scratch,
                           uint32_t *key_out, uint32_t *value_out) {
  enum { PASSES = sizeof *key };
  const size_t bytes = Shape::TILE * 2 * sizeof *key;
  int64_t tiles = blocks_of(n, Shape::TILE);
  uint32_t *keys = scratch, *to = keys, *values = scratch + n, *value_to = values;
  uint32_t *start = scratch + 2 * n, *drawn = start + PASSES * DIGITS, *word = drawn + PASSES;

  cudaError_t error = allow_shared(sort_9_sweep_kernel<Shape>, bytes);
  if (error == cudaSuccess) error = find_starts<uint32_t, as_unsigned>(key, n, tiles, start);
  if (error != cudaSuccess) return error;
  for (int pass = 0; pass < PASSES; pass++) {
    sort_9_sweep_kernel<Shape><<<(unsigned)tiles, Shape::THREADS, bytes>>>(
        key, value, n, pass, start + pass * DIGITS, drawn + pass, word + pass * tiles * DIGITS, to, value_to);
    key = to;
    value = value_to;
    to = to == keys ? key_out : keys;
    value_to = value_to == values ? value_out : values;
  }
  return cudaGetLastError();
}

// Tiles of 26 pairs a thread need 91 KiB of shared memory a block; a T4 grants 64 KiB.
int sort_9_pairs(const uint32_t *key, const uint32_t *value, int64_t n, uint32_t *scratch, uint32_t *key_out,
                 uint32_t *value_out) {
  int granted;
  if (n == 0) return 0;
  cudaError_t error = cudaDeviceGetAttribute(&granted, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0);
  if (error != cudaSuccess) return error;
  return granted >= 96 * 1024 ? sort_9_in_tiles<pairs_shape<26>>(key, value, n, scratch, key_out, value_out)
                              : sort_9_in_tiles<pairs_shape<16>>(key, value, n, scratch, key_out, value_out);
}
