// Lab 07, stage 6: radix sort, eight bits a pass, one sweep.

enum { DIGITS = 256, COUNT_THREADS = 512, COUNT_ITEMS = 16 };

// Maps a key's bits to unsigned numbers of the same order, and back. Stage 8 has more such maps.
struct as_unsigned {
  template <typename Key> static __device__ Key number(Key x) {
    return x;
  }
  template <typename Key> static __device__ Key bits(Key x) {
    return x;
  }
};

template <typename Key> static __device__ unsigned digit_of(Key x, int pass) {
  return (unsigned)(x >> 8 * pass) % DIGITS;
}

__global__ void sort_6_clear_kernel(uint32_t *word, int64_t words) {
  int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
  if (i < words) word[i] = 0;
}

// count[256 p + d] becomes the number of keys whose digit p is d, for all p. It does not depend on the order
// of the keys. So one pass before the first sweep counts for all sweeps. Lane l counts in column l, which is
// bank l, so no lane waits for another one (lab 06). Two digits share a word, 16 bits each. 64-bit keys need 128 KiB
// for 32 columns. Where the device does not grant a block so much, there are 16 columns for 32 lanes.
template <typename Key, typename Order, int COLUMNS>
__global__ void __launch_bounds__(COUNT_THREADS, 2)
    sort_6_histogram_kernel(const Key *in, int64_t n, uint32_t *count) {
  enum { WORDS = sizeof(Key) / 2, TILE = COUNT_THREADS * COUNT_ITEMS };
  extern __shared__ uint64_t shared[];
  uint32_t(*keys_of)[COLUMNS] = (uint32_t(*)[COLUMNS])shared; // [256 * (pass / 2) + digit][column]
  int t = threadIdx.x, own = t % COLUMNS;

  for (int i = t; i < WORDS * DIGITS * COLUMNS; i += COUNT_THREADS) keys_of[i / COLUMNS][i % COLUMNS] = 0;
  __syncthreads();
  for (int64_t first = (int64_t)blockIdx.x * TILE + t; first < n; first += (int64_t)gridDim.x * TILE) {
    Key x[COUNT_ITEMS];
#pragma unroll
    for (int k = 0; k < COUNT_ITEMS; k++)
      x[k] = first + k * COUNT_THREADS < n ? in[first + k * COUNT_THREADS] : 0;
#pragma unroll
    for (int k = 0; k < COUNT_ITEMS; k++) {
      if (first + k * COUNT_THREADS >= n) break;
      Key number = Order::number(x[k]);
#pragma unroll
      for (int pass = 0; pass < sizeof(Key); pass++)
        atomicAdd(&keys_of[pass / 2 * DIGITS + digit_of(number, pass)][own], pass % 2 ? 1u << 16 : 1u);
    }
  }
  __syncthreads();
  for (int i = t; i < WORDS * DIGITS; i += COUNT_THREADS) {
    uint32_t even = 0, odd = 0;
    for (int column = 0; column < COLUMNS; column++) {
      uint32_t w = keys_of[i][(column + own) % COLUMNS];
      even += w & 0xffff;
      odd += w >> 16;
    }
    uint32_t *digit = &count[i / DIGITS * 2 * DIGITS + i % DIGITS];
    if (even) atomicAdd(digit, even);
    if (odd) atomicAdd(digit + DIGITS, odd);
  }
}

// Block p: count[256 p + d] becomes the number of keys whose digit p is below d: the place of the
// first key with d.
__global__ void sort_6_start_kernel(uint32_t *count) {
  uint32_t total, *mine = &count[blockIdx.x * DIGITS + threadIdx.x];
  *mine = sum_before<DIGITS>(*mine, &total);
}

// The tile status for one digit: the tile has published nothing yet, its own number of keys, or the number of
// keys up to its end. Status and number share a word, which is stored and loaded whole.
enum { INVALID = 0, PARTIAL = 1, INCLUSIVE = 2, STATUS_SHIFT = 30 };

static __device__ void publish(uint32_t *word, uint32_t status, uint32_t number) {
  *(volatile uint32_t *)word = status << STATUS_SHIFT | number;
}

// The number of keys of one digit in all tiles before `tile`; word is the digit's word of tile 0. Each of 256
// threads looks back for its own digit, at four tiles at a time: the four loads are in flight together. Tile
// numbers are tickets (lab 05), so every tile that a block waits for belongs to a block that has started.
static __device__ uint32_t look_back(const uint32_t *word, int tile) {
  enum { WINDOW = 4 };
  uint32_t before = 0;
  while (tile > 0) {
    uint32_t w[WINDOW];
#pragma unroll
    for (int k = 0; k < WINDOW; k++) {
      int other = tile - 1 - k;
      w[k] = other >= 0 ? *(const volatile uint32_t *)&word[(int64_t)other * DIGITS]
                        : (uint32_t)INCLUSIVE << STATUS_SHIFT;
    }
#pragma unroll
    for (int k = 0; k < WINDOW; k++) {
      if (w[k] >> STATUS_SHIFT == INVALID) break;
      before += w[k] & ((1u << STATUS_SHIFT) - 1);
      if (w[k] >> STATUS_SHIFT == INCLUSIVE) return before;
      tile--;
    }
  }
  return before;
}

// The lanes with the same digit as this lane: those that differ from it in none of the eight bits. A lane votes for the bits
// that are clear; written so, nvcc moves all bits into predicates at once, and a vote takes three instructions in place of six.
// One instruction, __match_any_sync, gives the same lanes, but on an H200 it takes longer than the eight votes.
static __device__ uint32_t lanes_with(unsigned digit) {
  uint32_t different = 0;
#pragma unroll
  for (int b = 0; b < 8; b++) {
    bool clear = !(digit & 1u << b);
    different |= __ballot_sync(ALL_LANES, clear) ^ (clear ? ALL_LANES : 0);
  }
  return ~different;
}

// Threads of a block, keys a thread, and blocks on an SM at a time, by the bytes of a key.
template <int BYTES> struct sweep_shape {
  enum { THREADS = 384, ITEMS = 19, BLOCKS = PMPP_BLOCKS(THREADS, 3) };
};
template <> struct sweep_shape<8> {
  enum { THREADS = 384, ITEMS = 16, BLOCKS = PMPP_BLOCKS(THREADS, 2) };
};

// x becomes a thread's part of a tile: every 32nd element from `from` on, of which there are `left` up to the input's end, and
// `rest` behind it. Where none is missing, the loads need no test.
template <int ITEMS, typename T>
static __device__ void load_every_32nd(const T *from, int left, T rest, T (&x)[ITEMS]) {
  if (left > (ITEMS - 1) * WARP) {
#pragma unroll
    for (int i = 0; i < ITEMS; i++) x[i] = from[i * WARP];
  } else {
#pragma unroll
    for (int i = 0; i < ITEMS; i++) x[i] = i * WARP < left ? from[i * WARP] : rest;
  }
}

// One pass: out gets the keys in the order of their digit. The pass loads every key once, because tiles look
// back. Every warp has its own counters, so that no two warps wait for each other while they rank:
//   1. Each warp counts the digits of its keys. The sums over the warps are the tile's counts. They are
//      published at once.
//   2. counter[w][d] becomes the place in the sorted tile of warp w's first key with digit d.
//   3. A warp takes 32 keys at a time. Each lane finds the lanes with the same digit. The last of them adds their
//      number to the counter, and tells the others what it was. A lane's place is that plus the number of such
//      lanes before it. Keys of one digit keep their order: the sort is stable.
//   4. The tile lies sorted in shared memory. Its keys of a digit follow those of the tiles before it.
template <typename Key, typename Order>
__global__ void __launch_bounds__(sweep_shape<sizeof(Key)>::THREADS, sweep_shape<sizeof(Key)>::BLOCKS)
    sort_6_sweep_kernel(const Key *in, int64_t n, int pass, const uint32_t *start, uint32_t *tickets,
                        uint32_t *words, Key *out) {
  enum { THREADS = sweep_shape<sizeof(Key)>::THREADS, ITEMS = sweep_shape<sizeof(Key)>::ITEMS };
  enum { TILE = THREADS * ITEMS, WARPS = THREADS / WARP, LAST_PASS = sizeof(Key) - 1 };
  extern __shared__ uint64_t shared[];
  Key *sorted = (Key *)shared;
  __shared__ uint32_t counter[WARPS][DIGITS];
  __shared__ uint32_t to[DIGITS], ticket; // the tile's k-th key goes to to[its digit] + k
  int t = threadIdx.x, lane = t % WARP, warp = t / WARP;

  if (t == 0) ticket = atomicAdd(tickets, 1u);
  for (int i = t; i < WARPS * DIGITS; i += THREADS) counter[i / DIGITS][i % DIGITS] = 0;
  __syncthreads();
  unsigned tile = ticket;
  int64_t first = (int64_t)tile * TILE;
  int count = n - first < TILE ? (int)(n - first) : (int)TILE;
  int mine = warp * ITEMS * WARP + lane; // the thread's keys: every 32nd from here on

  // Past the end of the input is the largest number: it comes after equal keys.
  Key x[ITEMS], largest = (Key)-1;
  load_every_32nd(in + first + mine, count - mine, pass == 0 ? Order::bits(largest) : largest, x);
  if (pass == 0)
#pragma unroll
    for (int i = 0; i < ITEMS; i++) x[i] = Order::number(x[i]);
#pragma unroll
  for (int i = 0; i < ITEMS; i++) atomicAdd(&counter[warp][digit_of(x[i], pass)], 1u);
  __syncthreads();
  asm("" : "+r"(pass)); // else nvcc keeps the counters' addresses for step 3, in registers that it lacks

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
    unsigned digit = digit_of(x[i], pass);
    uint32_t peers = lanes_with(digit), place = 0;
    int before_me = __popc(peers & ((1u << lane) - 1)), last = 31 - __clz(peers);
    if (lane == last) place = atomicAdd(&counter[warp][digit], before_me + 1u);
    sorted[__shfl_sync(ALL_LANES, place, last) + before_me] = x[i];
  }
  if (t < DIGITS) {
    uint32_t before = look_back(&words[t], tile);
    if (tile > 0) publish(&words[(int64_t)tile * DIGITS + t], INCLUSIVE, before + in_tile);
    to[t] = start[t] + before - begin;
  }
  __syncthreads();
#pragma unroll
  for (int i = 0; i < ITEMS; i++) {
    int k = t + i * THREADS;
    if (k >= count) break;
    Key key = sorted[k];
    uint32_t place = to[digit_of(key, pass)] + k;
    out[place] = pass == LAST_PASS ? Order::bits(key) : key;
  }
}

// A block counts several tiles, because its counters cost as much as a tile. There are at most two blocks for
// each of 132 SMs: two fit on an SM of an H200, so all run at once and end together. But no block counts many
// more than 2^15 keys a column (2^20 in 32 columns), because a count has 16 bits.
static unsigned counting_blocks(int64_t n, int columns) {
  unsigned blocks = blocks_of(n, 4 * COUNT_THREADS * COUNT_ITEMS), most = 2 * 132,
           least = blocks_of(n, (1 << 15) * columns);
  if (blocks > most) blocks = most;
  return blocks > least ? blocks : least;
}

template <typename Key, typename Order, int COLUMNS>
static cudaError_t count_digits(const Key *in, int64_t n, uint32_t *count) {
  enum { BYTES = sizeof(Key) / 2 * DIGITS * COLUMNS * sizeof(uint32_t) };
  auto kernel = sort_6_histogram_kernel<Key, Order, COLUMNS>;
  cudaError_t error = allow_shared(kernel, BYTES);
  if (error == cudaSuccess) kernel<<<counting_blocks(n, COLUMNS), COUNT_THREADS, BYTES>>>(in, n, count);
  return error;
}

// Before the first pass: the places where digits begin. Scratch from `start` on has 256 starts for each pass, the next
// ticket for each pass, and the words of all tiles for each pass. All of them are 0 at first.
template <typename Key, typename Order>
static cudaError_t find_starts(const Key *in, int64_t n, int64_t tiles, uint32_t *start) {
  enum { PASSES = sizeof(Key), COLUMN_BYTES = PASSES / 2 * DIGITS * sizeof(uint32_t) };
  int64_t words = PASSES * (DIGITS + 1 + tiles * DIGITS);
  int granted;
  cudaError_t error = cudaDeviceGetAttribute(&granted, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0);
  if (error != cudaSuccess) return error;

  sort_6_clear_kernel<<<blocks_of(words, BLOCK), BLOCK>>>(start, words);
  error = granted >= WARP * COLUMN_BYTES ? count_digits<Key, Order, WARP>(in, n, start)
                                         : count_digits<Key, Order, WARP / 2>(in, n, start);
  if (error == cudaSuccess) sort_6_start_kernel<<<PASSES, DIGITS>>>(start);
  return error;
}

// Scratch: the second copy of the keys, room for one of values (stage 9), and what find_starts describes.
template <typename Key, typename Order>
static int onesweep(const Key *in, int64_t n, uint32_t *scratch, Key *out) {
  typedef sweep_shape<sizeof(Key)> shape;
  enum { PASSES = sizeof(Key), TILE = shape::THREADS * shape::ITEMS };
  if (n == 0) return 0;
  const size_t bytes = TILE * sizeof(Key);
  int64_t tiles = blocks_of(n, TILE);
  Key *keys = (Key *)scratch, *to = keys;
  uint32_t *start = scratch + 2 * n, *tickets = start + PASSES * DIGITS, *word = tickets + PASSES;

  cudaError_t error = allow_shared(sort_6_sweep_kernel<Key, Order>, bytes);
  if (error == cudaSuccess) error = find_starts<Key, Order>(in, n, tiles, start);
  if (error != cudaSuccess) return error;
  for (int pass = 0; pass < PASSES; pass++) {
    sort_6_sweep_kernel<Key, Order><<<(unsigned)tiles, shape::THREADS, bytes>>>(
        in, n, pass, start + pass * DIGITS, tickets + pass, word + pass * tiles * DIGITS, to);
    in = to;
    to = to == keys ? out : keys;
  }
  return cudaGetLastError();
}

int sort_6_radix_onesweep(const uint32_t *in, int64_t n, uint32_t *scratch, uint32_t *out) {
  return onesweep<uint32_t, as_unsigned>(in, n, scratch, out);
}

int sort_6_radix_onesweep_u64(const uint64_t *in, int64_t n, uint32_t *scratch, uint64_t *out) {
  return onesweep<uint64_t, as_unsigned>(in, n, scratch, out);
}
