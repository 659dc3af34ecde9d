// Lab 07: nine stages of merging and sorting; each adds one idea to an earlier stage. README.md is
// the handout.
//
// Do the stages in order. In each, write the gap, remove the line `return PMPP_TODO;` below it, and run
//     build/bin/lab07 --task 1_merge_sequential_ranges
// given.cuh gives you scans of a warp and of a block, and loads and stores of tiles. Everything outside the
// gaps is given as well.
#include "given.cuh"
#include "sort.h"

// ---- 1: merging, one thread a range ----------------------------------------------------------------------

// The merge of a (m elements) and b (n elements): how many of its first k outputs come from a? Compare
// key_of(x); at ties a is first.
template <typename T, typename I> static __device__ I co_rank(I k, const T *a, I m, const T *b, I n) {
  // TODO (about 9 lines).
  // A binary search for i between low and high. low is 0, or k - n where this is larger: b has only n
  // elements. high is the smaller of k and m. Try the middle i. If a[i] comes before b[k - 1 - i], then more
  // than i of the first k outputs come from a. Otherwise at most i do.
  return 0;
}

enum { RANGE = 16 };

__global__ void sort_1_merge_ranges_kernel(const uint64_t *a, int64_t m, const uint64_t *b, int64_t n,
                                           uint64_t *out) {
  int64_t k = ((int64_t)blockIdx.x * BLOCK + threadIdx.x) * RANGE;
  if (k >= m + n) return;
  // TODO (about 6 lines).
  // The range's outputs are k .. k + RANGE - 1, as far as they are below m + n. Search: i of the first k
  // outputs come from a, and j = k - i from b. Then choose output by output: take a[i] if b has none left, or
  // if a has elements left and the key of a[i] is not larger.
}

int sort_1_merge_sequential_ranges(const uint64_t *a, int64_t m, const uint64_t *b, int64_t n,
                                   uint64_t *out) {
  return PMPP_TODO; // remove this line once the stage is written
  if (m + n == 0) return 0;
  sort_1_merge_ranges_kernel<<<blocks_of(m + n, BLOCK * RANGE), BLOCK>>>(a, m, b, n, out);
  return cudaGetLastError();
}

// ---- 2: merging, one block a tile ------------------------------------------------------------------------

// Merges s[a .. a_end) and s[b .. b_end) into r, until r is full.
template <int ITEMS, typename T>
static __device__ void merge_to_registers(const T *s, int a, int a_end, int b, int b_end, T (&r)[ITEMS]) {
  // TODO (about 10 lines).
  // As in stage 1, ITEMS times: r[k] becomes the smaller of s[a] and s[b], and a or b moves on. Write
  // #pragma unroll before the loop, so that r stays in registers.
}

// Merges the tile of `count` elements, na of them from a. s has room for THREADS * ITEMS + 1 elements.
template <int THREADS, int ITEMS, typename T>
static __device__ void merge_tile(const T *a, int na, const T *b, int count, T *s, T *out) {
  int t = threadIdx.x;
  T r[ITEMS];
  // TODO (about 13 lines).
  // - Load: element k of the tile is a[k] for k < na, otherwise b[k - na]. Thread t loads t, t + THREADS, ...
  //   First load all into r, so that all loads are in flight before one is stored in s. Store zeros after the
  //   count elements: a merge may load elements beyond an end, and these must exist.
  // - Barrier. Thread t has the ITEMS outputs from t * ITEMS on, if there are any (< count). Call co_rank in
  //   s, of s and s + na, and merge_to_registers.
  // - store_tile does the rest. It has barriers, so all threads must call it.
  store_tile<THREADS>(s, r, out, count);
}

enum { MERGE_ITEMS = 9, MERGE_TILE = BLOCK * MERGE_ITEMS };

// Two threads of different warps search the tile's begin and its end at the same time.
__global__ void sort_2_merge_tiled_kernel(const uint64_t *a, int64_t m, const uint64_t *b, int64_t n,
                                          uint64_t *out) {
  __shared__ uint64_t s[MERGE_TILE + 1];
  __shared__ int64_t bound[2];
  int64_t first = (int64_t)blockIdx.x * MERGE_TILE;
  int64_t end = first + MERGE_TILE < m + n ? first + MERGE_TILE : m + n;

  // TODO (about 6 lines).
  // Thread 0 finds how many of the first `first` outputs come from a. Thread 32 finds it for the first `end`
  // outputs, at the same time, because it is in another warp. All threads read both numbers through shared
  // memory. Then merge_tile.
}

int sort_2_merge_tiled(const uint64_t *a, int64_t m, const uint64_t *b, int64_t n, uint64_t *out) {
  return PMPP_TODO; // remove this line once the stage is written
  if (m + n == 0) return 0;
  sort_2_merge_tiled_kernel<<<blocks_of(m + n, MERGE_TILE), BLOCK>>>(a, m, b, n, out);
  return cudaGetLastError();
}

// ---- 3: merge sort ---------------------------------------------------------------------------------------

// Blocks of SORT_THREADS sort the first runs. Blocks of PASS_THREADS merge them, PASS_BLOCKS on an SM at a
// time. A run is a multiple of a tile.
template <typename T> struct merge_shape;
template <> struct merge_shape<uint32_t> {
  enum { ITEMS = 17, SORT_THREADS = 512, PASS_THREADS = 256, PASS_BLOCKS = PMPP_BLOCKS(256, 6) };
};
template <> struct merge_shape<uint64_t> {
  enum { ITEMS = 9, SORT_THREADS = 512, PASS_THREADS = 256, PASS_BLOCKS = PMPP_BLOCKS(256, 6) };
};
template <typename T> struct merge_sizes {
  enum { RUN = merge_shape<T>::SORT_THREADS * merge_shape<T>::ITEMS };
  enum { TILE = merge_shape<T>::PASS_THREADS * merge_shape<T>::ITEMS };
};

// Sorts one run. Past the end of the input the largest key fills the tile: it comes after equal keys.
template <typename T>
__global__ void __launch_bounds__(merge_shape<T>::SORT_THREADS)
    sort_3_block_sort_kernel(const T *in, int64_t n, T *out) {
  enum { ITEMS = merge_shape<T>::ITEMS, THREADS = merge_shape<T>::SORT_THREADS, RUN = merge_sizes<T>::RUN };
  extern __shared__ uint64_t shared[];
  T *s = (T *)shared, r[ITEMS];
  int t = threadIdx.x;
  int64_t first = (int64_t)blockIdx.x * RUN;
  int count = n - first < RUN ? (int)(n - first) : (int)RUN;

#pragma unroll
  for (int i = 0; i < ITEMS; i++) r[i] = t + i * THREADS < count ? in[first + t + i * THREADS] : (T)-1;
#pragma unroll
  for (int i = 0; i < ITEMS; i++) s[t + i * THREADS] = r[i];
  if (t == 0) s[RUN] = 0;
  __syncthreads();
  // TODO (about 14 lines).
  // - Thread t takes elements t * ITEMS to t * ITEMS + ITEMS - 1 of s into r, and sorts them in ITEMS rounds.
  //   put_in_order compares neighbours: 0 with 1, 2 with 3, ... in even rounds, 1 with 2, 3 with 4, ... in
  //   odd rounds. Write #pragma unroll before the loops, so that r stays in registers.
  // - Then runs of 1, 2, 4, ... threads become runs of twice as many. Store r in s, between two barriers.
  //   Find the pair of runs that holds the thread's outputs. Call co_rank and merge_to_registers.
  store_tile<THREADS>(s, r, out + first, count);
}

// begin[t] becomes the co-rank of tile t's first output in its pair. Thousands of searches at a time hide the
// latency of each search. In the merging block, as in stage 2, all threads would wait for the search.
template <typename T>
__global__ void sort_3_search_kernel(const T *in, int64_t n, int64_t run, unsigned tiles, uint32_t *begin) {
  unsigned tile = blockIdx.x * BLOCK + threadIdx.x;
  if (tile >= tiles) return;
  int64_t first = (int64_t)tile * merge_sizes<T>::TILE;
  run_pair p = pair_of(first, n, run);
  const T *a = in + p.begin;
  // TODO (1 line).
  // begin[tile] becomes the co-rank of output first - p.begin of the pair. The pair's runs are the p.m
  // elements from a on, and the p.n elements after them.
}

template <typename T>
__global__ void __launch_bounds__(merge_shape<T>::PASS_THREADS, merge_shape<T>::PASS_BLOCKS)
    sort_3_merge_kernel(const T *in, int64_t n, int64_t run, const uint32_t *begin, T *out) {
  enum { ITEMS = merge_shape<T>::ITEMS, THREADS = merge_shape<T>::PASS_THREADS, TILE = merge_sizes<T>::TILE };
  extern __shared__ uint64_t shared[];
  int64_t first = (int64_t)blockIdx.x * TILE;
  run_pair p = pair_of(first, n, run);
  // TODO (about 4 lines).
  // The tile is outputs k = first - p.begin to k + TILE - 1 of the pair, as far as they are below p.m + p.n.
  // begin[blockIdx.x] is the number of outputs before the tile that come from the pair's first run. Where do
  // the tile's elements end in that run? They end at the next tile's begin, or at p.m where the tile is the
  // pair's last. Call merge_tile.
}

// The passes alternate between scratch and out. The first runs go to the array from which the last
// pass ends in out.
template <typename T> static int merge_sort(const T *in, int64_t n, uint32_t *scratch, T *out) {
  enum { RUN = merge_sizes<T>::RUN, TILE = merge_sizes<T>::TILE };
  if (n == 0) return 0;
  const size_t run_bytes = (RUN + 1) * sizeof(T), tile_bytes = (TILE + 1) * sizeof(T);
  T *other = (T *)scratch;
  uint32_t *begin = scratch + 2 * n;
  unsigned tiles = blocks_of(n, TILE);

  cudaError_t error = allow_shared(sort_3_block_sort_kernel<T>, run_bytes);
  if (error == cudaSuccess) error = allow_shared(sort_3_merge_kernel<T>, tile_bytes);
  if (error != cudaSuccess) return error;

  int passes = 0;
  for (int64_t run = RUN; run < n; run *= 2) passes++;
  T *from = passes % 2 ? other : out, *to = passes % 2 ? out : other;
  sort_3_block_sort_kernel<T><<<blocks_of(n, RUN), merge_shape<T>::SORT_THREADS, run_bytes>>>(in, n, from);
  for (int64_t run = RUN; run < n; run *= 2) {
    sort_3_search_kernel<T><<<blocks_of(tiles, BLOCK), BLOCK>>>(from, n, run, tiles, begin);
    sort_3_merge_kernel<T><<<tiles, merge_shape<T>::PASS_THREADS, tile_bytes>>>(from, n, run, begin, to);
    T *swap = from;
    from = to;
    to = swap;
  }
  return cudaGetLastError();
}

int sort_3_merge_sort(const uint32_t *in, int64_t n, uint32_t *scratch, uint32_t *out) {
  return PMPP_TODO; // remove this line once the stage is written
  return merge_sort(in, n, scratch, out);
}

int sort_3_merge_sort_records(const uint64_t *in, int64_t n, uint32_t *scratch, uint64_t *out) {
  return PMPP_TODO; // remove this line once the stage is written
  return merge_sort(in, n, scratch, out);
}

// ---- 4: radix sort, one bit a pass -----------------------------------------------------------------------

__global__ void sort_4_count_kernel(const uint32_t *in, int64_t n, int bit, uint32_t *zeros) {
  // TODO (about 5 lines).
  // Block b's tile has SPLIT_TILE keys. zeros[b] becomes the number of its keys with a 0 in the bit. Each
  // thread counts its own keys, and neighbouring threads load neighbouring keys. sum_before gives the total.
}

// Keys with a 0 in the bit go to the front, keys with a 1 follow, and both keep their order. The place of a
// zero is the number of zeros before it. The place of a one is the number of all zeros plus the number of
// ones before it: its index less the zeros before it.
__global__ void sort_4_split_kernel(const uint32_t *in, int64_t n, int bit, const uint32_t *zeros,
                                    uint32_t *out) {
  __shared__ uint32_t s[SPLIT_TILE];
  int64_t first = (int64_t)blockIdx.x * SPLIT_TILE, i = first + threadIdx.x * SPLIT_ITEMS;
  uint32_t mine = 0, total;

  load_split_tile(in, n, first, s);
  const uint32_t *key = s + threadIdx.x * SPLIT_ITEMS;
  // TODO (about 8 lines).
  // key[0 .. SPLIT_ITEMS) are the thread's keys: elements i, i + 1, ... of in, some perhaps not below n. How
  // many zeros lie before the thread's first key? zeros[blockIdx.x] (after the scan) plus sum_before. The
  // place of a zero is this number. The place of a one is zeros[gridDim.x], the number of all zeros, plus the
  // ones before it: its index less the zeros before it.
}

int sort_4_radix_1bit(const uint32_t *in, int64_t n, uint32_t *scratch, uint32_t *out) {
  return PMPP_TODO; // remove this line once the stage is written
  if (n == 0) return 0;
  uint32_t *zeros = scratch + n, *to = scratch;
  unsigned tiles = blocks_of(n, SPLIT_TILE);
  for (int bit = 0; bit < 32; bit++) {
    sort_4_count_kernel<<<tiles, BLOCK>>>(in, n, bit, zeros);
    sort_4_scan_kernel<<<1, SCAN_THREADS>>>(zeros, tiles);
    sort_4_split_kernel<<<tiles, BLOCK>>>(in, n, bit, zeros, to);
    in = to;
    to = to == scratch ? out : scratch;
  }
  return cudaGetLastError();
}

// ---- 5: radix sort, four bits a pass, sorted tiles -------------------------------------------------------

// The counts lie at count[digit * tiles + tile]. In this order, the scan over all counts gives the place of
// each tile's keys of a digit.
__global__ void sort_5_count_kernel(const uint32_t *in, int64_t n, int shift, uint32_t *count) {
  // TODO (about 9 lines).
  // Count the tile's keys of each of the DIGITS_4 digits in shared memory, then store the counts.
}

// The tile is split by each of the four bits as in stage 4, but in shared memory. Then the keys of a digit
// lie together. Neighbouring threads store neighbouring keys, except where a digit ends.
__global__ void sort_5_scatter_kernel(const uint32_t *in, int64_t n, int shift, const uint32_t *start,
                                      uint32_t *out) {
  __shared__ uint32_t s[SPLIT_TILE], to[DIGITS_4]; // the tile's k-th key goes to to[its digit] + k
  int t = threadIdx.x;
  int64_t first = (int64_t)blockIdx.x * SPLIT_TILE;
  int count = n - first < SPLIT_TILE ? (int)(n - first) : (int)SPLIT_TILE;

  load_split_tile(in, n, first, s);
  for (int bit = shift; bit < shift + 4; bit++) {
    // TODO (about 13 lines).
    // Split s by the bit as in stage 4, from s back to s. All keys must be in registers before the first is
    // stored, and all must be stored before the next bit's are read.
  }
  // TODO (about 7 lines).
  // Where the tile's k-th key is the first of its digit, its place is start[digit * gridDim.x + blockIdx.x].
  // Store this place less k in to[digit]. Then the place of each key is to[digit] + k: neighbouring threads
  // store neighbouring keys.
}

int sort_5_radix_4bit(const uint32_t *in, int64_t n, uint32_t *scratch, uint32_t *out) {
  return PMPP_TODO; // remove this line once the stage is written
  if (n == 0) return 0;
  uint32_t *start = scratch + n, *to = scratch;
  unsigned tiles = blocks_of(n, SPLIT_TILE);
  for (int shift = 0; shift < 32; shift += 4) {
    sort_5_count_kernel<<<tiles, BLOCK>>>(in, n, shift, start);
    sort_4_scan_kernel<<<1, SCAN_THREADS>>>(start, (int64_t)DIGITS_4 * tiles);
    sort_5_scatter_kernel<<<tiles, BLOCK>>>(in, n, shift, start, to);
    in = to;
    to = to == scratch ? out : scratch;
  }
  return cudaGetLastError();
}

// ---- 6: radix sort, eight bits a pass, one sweep ---------------------------------------------------------

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
  enum { WORDS = (sizeof(Key) + 1) / 2, TILE = COUNT_THREADS * COUNT_ITEMS };
  extern __shared__ uint64_t shared[];
  uint32_t(*keys_of)[COLUMNS] = (uint32_t(*)[COLUMNS])shared; // [256 * (pass / 2) + digit][column]
  int t = threadIdx.x, own = t % COLUMNS;

  // TODO (about 20 lines).
  // - Clear the counters.
  // - Count every digit of every key, tile by tile; the grid strides over the tiles. A thread counts in
  //   column `own`. The digits of even passes count in the lower 16 bits of the word, those of odd passes in the
  //   upper 16 bits: add 1 << 16.
  // - Barrier. Then a thread adds up the columns of a word. It begins at column `own`, so that lanes use
  //   different banks. It adds both halves to count.
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
  // TODO (about 10 lines).
  // Begin at tile - 1. Read its word through a volatile pointer. INVALID: poll again. PARTIAL: add its
  // number, and continue with the tile before it. INCLUSIVE: add its number, and stop. Stop before tile 0.
  // (To hide latency, read four tiles at a time, and use those before the first INVALID.)
  return 0;
}

// The lanes with the same digit as this lane, as a mask.
static __device__ uint32_t lanes_with(unsigned digit) {
  // TODO (about 6 lines).
  // Begin with all lanes. For each of the eight bits, __ballot_sync gives the lanes that have a 1 there. Keep
  // the lanes with the same bit as this lane. (One call of __match_any_sync does the same, but it is slower.)
  return 0;
}

// Keys a thread, and blocks on an SM at a time, by the bytes of a key and its value. A block has a thread
// for each digit.
template <int BYTES> struct sweep_shape {
  enum { ITEMS = 24, BLOCKS = 4 };
};
template <> struct sweep_shape<8> {
  enum { ITEMS = 16, BLOCKS = 4 };
};

// One pass: out gets the keys (and, with PAIRS, the values) in the order of their digit. The pass loads every
// key once, because tiles look back. Every warp has its own counters, so that no two warps wait for each
// other while they rank:
//   1. Each warp counts the digits of its keys. The sums over the warps are the tile's counts. They are
//      published at once.
//   2. counter[w][d] becomes the place in the sorted tile of warp w's first key with digit d.
//   3. A warp takes 32 keys at a time. Each lane finds the lanes with the same digit. Its place is
//      the counter plus the number of such lanes before it. Keys of one digit keep their order: the
//      sort is stable.
//   4. The tile lies sorted in shared memory. Its keys of a digit follow those of the tiles before it.
template <typename Key, bool PAIRS, typename Order>
__global__ void __launch_bounds__(DIGITS, sweep_shape<sizeof(Key) + 4 * PAIRS>::BLOCKS)
    sort_6_sweep_kernel(const Key *in, const uint32_t *value_in, int64_t n, int pass, const uint32_t *start,
                        uint32_t *tickets, uint32_t *words, Key *out, uint32_t *value_out) {
  enum { ITEMS = sweep_shape<sizeof(Key) + 4 * PAIRS>::ITEMS, TILE = DIGITS * ITEMS };
  enum { WARPS = DIGITS / WARP, LAST_PASS = sizeof(Key) - 1 };
  extern __shared__ uint64_t shared[];
  Key *sorted = (Key *)shared;
  uint32_t *sorted_value = (uint32_t *)(sorted + TILE);
  __shared__ uint32_t counter[WARPS][DIGITS];
  __shared__ uint32_t to[DIGITS], ticket; // the tile's k-th key goes to to[its digit] + k
  int t = threadIdx.x, lane = t % WARP, warp = t / WARP;

  if (t == 0) ticket = atomicAdd(tickets, 1u);
  for (int w = 0; w < WARPS; w++) counter[w][t] = 0;
  __syncthreads();
  unsigned tile = ticket;
  int64_t first = (int64_t)tile * TILE;
  int count = n - first < TILE ? (int)(n - first) : (int)TILE;

  // Warp w has the w-th run of 32 * ITEMS keys. Past the end of the input is the largest number: it comes
  // after equal keys.
  Key x[ITEMS];
  uint32_t value[ITEMS];
#pragma unroll
  for (int i = 0; i < ITEMS; i++) {
    int k = (warp * ITEMS + i) * WARP + lane;
    x[i] = k < count ? in[first + k] : 0;
    if (PAIRS) value[i] = k < count ? value_in[first + k] : 0;
    if (pass == 0) x[i] = Order::number(x[i]);
    if (k >= count) x[i] = (Key)-1;
  }

  // TODO (about 35 lines). Steps 1 to 4 above the kernel:
  // 1. Count with atomicAdd in counter[warp]; barrier. Thread t adds up digit t over the warps. publish()
  //    the tile's count.
  // 2. sum_before of the counts gives the begin of the digit in the sorted tile. counter[w][t] becomes this
  //    begin plus the counts of the warps before w. Barrier.
  // 3. For each i: call lanes_with(digit), read the counter, and count the lanes of the mask before this
  //    lane. The first lane of the mask adds their number to the counter, with a __syncwarp before and after.
  //    The key goes to sorted[...], its value to sorted_value.
  // 4. Thread t looks back for digit t, publishes the inclusive count, and sets to[t] =
  //    start[t] + before - begin. Barrier. Then thread t stores keys t, t + DIGITS, ... of the sorted tile;
  //    in the last pass it stores Order::bits(key) instead of key.
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
  enum { BYTES = (sizeof(Key) + 1) / 2 * DIGITS * COLUMNS * sizeof(uint32_t) };
  auto kernel = sort_6_histogram_kernel<Key, Order, COLUMNS>;
  cudaError_t error = allow_shared(kernel, BYTES);
  if (error == cudaSuccess) kernel<<<counting_blocks(n, COLUMNS), COUNT_THREADS, BYTES>>>(in, n, count);
  return error;
}

// Scratch: the second copy of the keys and of the values; then 256 starts for each pass, the next ticket for
// each pass, and the words of all tiles for each pass.
template <typename Key, bool PAIRS, typename Order>
static int onesweep(const Key *in, const uint32_t *value_in, int64_t n, uint32_t *scratch, Key *out,
                    uint32_t *value_out) {
  enum { PASSES = sizeof(Key), TILE = DIGITS * sweep_shape<sizeof(Key) + 4 * PAIRS>::ITEMS };
  if (n == 0) return 0;
  const size_t bytes = TILE * (sizeof(Key) + 4 * PAIRS);
  const int column_bytes = (PASSES + 1) / 2 * DIGITS * sizeof(uint32_t);
  int granted;
  cudaError_t error = cudaDeviceGetAttribute(&granted, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0);
  if (error == cudaSuccess) error = allow_shared(sort_6_sweep_kernel<Key, PAIRS, Order>, bytes);
  if (error != cudaSuccess) return error;

  int64_t tiles = blocks_of(n, TILE), words = PASSES * (DIGITS + 1 + tiles * DIGITS);
  Key *keys = (Key *)scratch, *to = PASSES == 1 ? out : keys;
  uint32_t *values = scratch + n, *value_to = values;
  uint32_t *start = scratch + 2 * n, *tickets = start + PASSES * DIGITS, *word = tickets + PASSES;

  sort_6_clear_kernel<<<blocks_of(words, BLOCK), BLOCK>>>(start, words);
  error = granted >= WARP * column_bytes ? count_digits<Key, Order, WARP>(in, n, start)
                                         : count_digits<Key, Order, WARP / 2>(in, n, start);
  if (error != cudaSuccess) return error;
  sort_6_start_kernel<<<PASSES, DIGITS>>>(start);
  for (int pass = 0; pass < PASSES; pass++) {
    sort_6_sweep_kernel<Key, PAIRS, Order>
        <<<(unsigned)tiles, DIGITS, bytes>>>(in, value_in, n, pass, start + pass * DIGITS, tickets + pass,
                                             word + pass * tiles * DIGITS, to, value_to);
    in = to;
    value_in = value_to;
    to = to == keys ? out : keys;
    value_to = value_to == values ? value_out : values;
  }
  return cudaGetLastError();
}

int sort_6_radix_onesweep(const uint32_t *in, int64_t n, uint32_t *scratch, uint32_t *out) {
  return PMPP_TODO; // remove this line once the stage is written
  return onesweep<uint32_t, false, as_unsigned>(in, NULL, n, scratch, out, NULL);
}

int sort_6_radix_onesweep_u64(const uint64_t *in, int64_t n, uint32_t *scratch, uint64_t *out) {
  return PMPP_TODO; // remove this line once the stage is written
  return onesweep<uint64_t, false, as_unsigned>(in, NULL, n, scratch, out, NULL);
}

// ---- 7: bitonic sort -------------------------------------------------------------------------------------

// Sorts the tile; thread t holds element t. Returns the t-th smallest element.
static __device__ int bitonic_sort(int x) {
  __shared__ int buffer[2][SORT_TILE];
  int t = threadIdx.x, which = 0;
  // TODO (about 16 lines).
  // For length = 2, 4, ..., SORT_TILE, pairs of runs become runs of this length. The runs of threads with the
  // bit `length` set in their index are descending. For each length, let distance = length / 2, ..., 2, 1:
  // thread t compares with thread t ^ distance. Which of the two keeps the smaller element? Below a warp's
  // width, __shfl_xor_sync fetches the other element. From a warp's width on, use shared memory: with two
  // buffers in turn, one barrier a step is enough.
  return x;
}

__global__ void __launch_bounds__(SORT_TILE) sort_7_bitonic_kernel(const int *in, int64_t n, int *out) {
  int64_t i = (int64_t)blockIdx.x * SORT_TILE + threadIdx.x;
  int x = bitonic_sort(i < n ? in[i] : INT32_MAX);
  if (i < n) out[i] = x;
}

int sort_7_bitonic(const int *in, int64_t n, int *out) {
  return PMPP_TODO; // remove this line once the stage is written
  if (n == 0) return 0;
  sort_7_bitonic_kernel<<<blocks_of(n, SORT_TILE), SORT_TILE>>>(in, n, out);
  return cudaGetLastError();
}

// The k largest of a tile, largest first. All other elements of the tile are not among the k largest of the
// input. Descending order is ascending order of ~x. Unlike -x, it exists for every int.
__global__ void __launch_bounds__(SORT_TILE) sort_7_top_k_kernel(const int *in, int64_t n, int k, int *out) {
  int64_t i = (int64_t)blockIdx.x * SORT_TILE + threadIdx.x;
  int x = ~bitonic_sort(i < n ? ~in[i] : INT32_MAX);
  // TODO (about 2 lines).
  // Thread t has the tile's t-th largest element. The first k go to out, tile after tile.
}

// Every pass keeps k of each 1024 elements, until one tile is left. A last tile with fewer than k
// elements also keeps some copies of the smallest int. This does no harm: the input has k elements that
// are not smaller.
int sort_7_top_k(const int *in, int64_t n, int k, uint32_t *scratch, int *out) {
  return PMPP_TODO; // remove this line once the stage is written
  int *here = (int *)scratch, *there = here + (n / SORT_TILE + 1) * SORT_MAX_K;
  for (;;) {
    unsigned tiles = blocks_of(n, SORT_TILE);
    sort_7_top_k_kernel<<<tiles, SORT_TILE>>>(in, n, k, tiles == 1 ? out : here);
    if (tiles == 1) return cudaGetLastError();
    in = here;
    n = (int64_t)tiles * k;
    here = there;
    there = (int *)in;
  }
}

// ---- 8: other keys ---------------------------------------------------------------------------------------

// Signed: which change of the bits gives unsigned numbers of the same order?
struct as_signed {
  static __device__ uint32_t number(uint32_t bits) {
    return bits; // TODO (1 line)
  }
  static __device__ uint32_t bits(uint32_t number) {
    return number; // TODO (1 line)
  }
};

// Floats without a sign have the order of their bits: the exponent lies above the fraction. And
// floats with a sign?
struct as_float {
  static __device__ uint32_t number(uint32_t bits) {
    return bits; // TODO (1 line)
  }
  static __device__ uint32_t bits(uint32_t number) {
    return number; // TODO (1 line)
  }
};

int sort_8_float_keys(const float *in, int64_t n, uint32_t *scratch, float *out) {
  return PMPP_TODO; // remove this line once the stage is written
  return onesweep<uint32_t, false, as_float>((const uint32_t *)in, NULL, n, scratch, (uint32_t *)out, NULL);
}

int sort_8_int_keys(const int *in, int64_t n, uint32_t *scratch, int *out) {
  return PMPP_TODO; // remove this line once the stage is written
  return onesweep<uint32_t, false, as_signed>((const uint32_t *)in, NULL, n, scratch, (uint32_t *)out, NULL);
}

// 16 bits are two passes, 8 bits one: the given code makes as many as a key has bytes. What is faster: the handout.
int sort_8_short_keys(const uint16_t *in, int64_t n, uint32_t *scratch, uint16_t *out) {
  return PMPP_TODO; // remove this line once the stage is written
  return onesweep<uint16_t, false, as_unsigned>(in, NULL, n, scratch, out, NULL);
}

int sort_8_byte_keys(const uint8_t *in, int64_t n, uint32_t *scratch, uint8_t *out) {
  return PMPP_TODO; // remove this line once the stage is written
  return onesweep<uint8_t, false, as_unsigned>(in, NULL, n, scratch, out, NULL);
}

// ---- 9: keys and values ----------------------------------------------------------------------------------

// TODO (2 lines, in stage 6's kernel). Where a key is stored in the sorted tile, store its value in
// sorted_value. Where a key is stored in out, store its value in value_out. Write `if (PAIRS)` before both:
// without values they add no work.
int sort_9_pairs(const uint32_t *key, const uint32_t *value, int64_t n, uint32_t *scratch, uint32_t *key_out,
                 uint32_t *value_out) {
  return PMPP_TODO; // remove this line once the stage is written
  return onesweep<uint32_t, true, as_unsigned>(key, value, n, scratch, key_out, value_out);
}
