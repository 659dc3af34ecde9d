// Lab 07, the reference: two ways to merge, a merge sort, three radix sorts, a bitonic sort and two uses of them.
//
// The ladder. Every step names the counter that shows it; the handout's table has the numbers of a whole run.
//
//   1 merge_ranges     a thread finds by binary search where its 16 outputs begin in a and in b, and merges from there.
//                      Neighbouring threads read 16 records apart: excess sectors.
//   2 merge_tiled      a block finds its tile in the same way, loads it side by side into shared memory, and its
//                      threads search and merge there. Excess sectors all but vanish, every record is loaded once.
//   3 merge_sort       tiles sorted in registers and shared memory, then passes that merge pairs of runs: 8n bytes a
//                      pass, ceil(log2(n / tile)) passes.
//   4 radix_1bit       no comparisons: 32 times, keys with a 0 in the bit go before keys with a 1, by a scan. 12n bytes
//                      a pass.
//   5 radix_4bit       a pass takes 4 bits: 8 passes. Each tile is sorted by the 4 bits before it is stored, so that a
//                      warp's keys go to few places: sectors per store.
//   6 radix_onesweep   8 bits: 4 passes, and each loads the keys once, because tiles look back (lab 05): 36n bytes.
//   7 bitonic          a network: what is compared does not depend on the data. Distances below a warp are shuffles.
//   8 float_keys       floats and signed integers are unsigned ones in disguise; no bytes are added.
//   9 pairs            the values follow their keys through the same four passes: 68n bytes.
#include "given.cuh"
#include "sort.h"

// ---- 1: merging, one thread a range ----------------------------------------------------------------------

// Of the first k outputs of merging a (m elements) and b (n elements), how many come from a? Element a[i] comes before
// b[j] unless b's key is smaller: at ties a is first. If a[i] comes before b[k - 1 - i], then the first k hold more
// than i elements of a; else they hold at most i. That halves what is left.
template <typename T, typename I> static __device__ I co_rank(I k, const T *a, I m, const T *b, I n) {
  I low = k > n ? k - n : 0, high = k < m ? k : m;
  while (low < high) {
    I i = (low + high) / 2;
    if (key_of(a[i]) <= key_of(b[k - 1 - i]))
      low = i + 1;
    else
      high = i;
  }
  return low;
}

enum { RANGE = 16 };

__global__ void sort_1_merge_ranges_kernel(const uint64_t *a, int64_t m, const uint64_t *b, int64_t n,
                                           uint64_t *out) {
  int64_t k = ((int64_t)blockIdx.x * BLOCK + threadIdx.x) * RANGE;
  if (k >= m + n) return;
  int64_t end = k + RANGE < m + n ? k + RANGE : m + n;
  int64_t i = co_rank(k, a, m, b, n), j = k - i;
  for (; k < end; k++) {
    bool from_a = j >= n || (i < m && key_of(a[i]) <= key_of(b[j]));
    out[k] = from_a ? a[i++] : b[j++];
  }
}

int sort_1_merge_ranges(const uint64_t *a, int64_t m, const uint64_t *b, int64_t n, uint64_t *out) {
  if (m + n == 0) return 0;
  sort_1_merge_ranges_kernel<<<blocks_of(m + n, BLOCK * RANGE), BLOCK>>>(a, m, b, n, out);
  return cudaGetLastError();
}

// ---- 2: merging, one block a tile ------------------------------------------------------------------------

// Merges s[a .. a_end) and s[b .. b_end) into r, as many as r has room for. The loop holds the next element of either
// side and loads one element a step; what it loads from beyond an end is not used.
template <int ITEMS, typename T>
static __device__ void merge_to_registers(const T *s, int a, int a_end, int b, int b_end, T (&r)[ITEMS]) {
  T from_a = s[a], from_b = s[b];
#pragma unroll
  for (int k = 0; k < ITEMS; k++) {
    bool take_a = b >= b_end || (a < a_end && key_of(from_a) <= key_of(from_b));
    r[k] = take_a ? from_a : from_b;
    T next = s[take_a ? ++a : ++b];
    if (take_a)
      from_a = next;
    else
      from_b = next;
  }
}

// Merges the tile of count elements, na of them from a; s has room for THREADS * ITEMS + 1. All loads are under way
// before the first is stored. Zeros lie behind the elements, for what the last merge loads and does not use.
template <int THREADS, int ITEMS, typename T>
static __device__ void merge_tile(const T *a, int na, const T *b, int count, T *s, T *out) {
  int t = threadIdx.x;
  T r[ITEMS];
#pragma unroll
  for (int i = 0; i < ITEMS; i++) {
    int k = t + i * THREADS;
    r[i] = k < na ? a[k] : k < count ? b[k - na] : 0;
  }
#pragma unroll
  for (int i = 0; i < ITEMS; i++) s[t + i * THREADS] = r[i];
  if (t == 0) s[THREADS * ITEMS] = 0;
  __syncthreads();
  int k = t * ITEMS;
  if (k < count) {
    int i = co_rank(k, s, na, s + na, count - na);
    merge_to_registers(s, i, na, na + k - i, count, r);
  }
  store_tile<THREADS>(s, r, out, count);
}

enum { MERGE_ITEMS = 9, MERGE_TILE = BLOCK * MERGE_ITEMS };

// Two threads of different warps search at the same time, one for the tile's begin, one for its end.
__global__ void sort_2_merge_tiled_kernel(const uint64_t *a, int64_t m, const uint64_t *b, int64_t n,
                                          uint64_t *out) {
  __shared__ uint64_t s[MERGE_TILE + 1];
  __shared__ int64_t bound[2];
  int64_t first = (int64_t)blockIdx.x * MERGE_TILE;
  int64_t end = first + MERGE_TILE < m + n ? first + MERGE_TILE : m + n;

  if (threadIdx.x % WARP == 0 && threadIdx.x < 2 * WARP)
    bound[threadIdx.x / WARP] = co_rank(threadIdx.x ? end : first, a, m, b, n);
  __syncthreads();
  int64_t i = bound[0], j = first - i;
  merge_tile<BLOCK, MERGE_ITEMS>(a + i, (int)(bound[1] - i), b + j, (int)(end - first), s, out + first);
}

int sort_2_merge_tiled(const uint64_t *a, int64_t m, const uint64_t *b, int64_t n, uint64_t *out) {
  if (m + n == 0) return 0;
  sort_2_merge_tiled_kernel<<<blocks_of(m + n, MERGE_TILE), BLOCK>>>(a, m, b, n, out);
  return cudaGetLastError();
}

// ---- 3: merge sort ---------------------------------------------------------------------------------------

// Blocks of SORT_THREADS sort the first runs, blocks of PASS_THREADS merge them, PASS_BLOCKS on an SM at a time. A run is
// a multiple of a tile.
template <typename T> struct merge_shape;
template <> struct merge_shape<uint32_t> {
  enum { ITEMS = 17, SORT_THREADS = 512, PASS_THREADS = 256, PASS_BLOCKS = 6 };
};
template <> struct merge_shape<uint64_t> {
  enum { ITEMS = 9, SORT_THREADS = 512, PASS_THREADS = 256, PASS_BLOCKS = 6 };
};
template <typename T> struct merge_sizes {
  enum { RUN = merge_shape<T>::SORT_THREADS * merge_shape<T>::ITEMS };
  enum { TILE = merge_shape<T>::PASS_THREADS * merge_shape<T>::ITEMS };
};

// A thread sorts its items by comparing neighbours only (odd pairs, then even ones), which keeps equal keys in order
// and leaves all of them in registers. Then two threads' items are merged, those of 4 threads, of 8, ... Where the
// input ends, the largest key fills the tile: nothing is smaller, and it comes behind its equals.
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
#pragma unroll
  for (int i = 0; i < ITEMS; i++) r[i] = s[t * ITEMS + i];
#pragma unroll
  for (int round = 0; round < ITEMS; round++)
#pragma unroll
    for (int i = round % 2; i + 1 < ITEMS; i += 2) put_in_order(r[i], r[i + 1]);

  for (int run = 1; run < THREADS; run *= 2) { // in threads
    __syncthreads();
#pragma unroll
    for (int i = 0; i < ITEMS; i++) s[t * ITEMS + i] = r[i];
    __syncthreads();
    int length = run * ITEMS, a = t / (2 * run) * 2 * length, b = a + length, k = t * ITEMS - a;
    int i = co_rank(k, s + a, length, s + b, length);
    merge_to_registers(s, a + i, a + length, b + k - i, b + length, r);
  }
  store_tile<THREADS>(s, r, out + first, count);
}

// begin[t] becomes the co-rank of tile t's first output in its pair. Thousands of searches at once hide how long each
// waits for memory; in the merging block, as in stage 2, all threads would wait for it.
template <typename T>
__global__ void sort_3_search_kernel(const T *in, int64_t n, int64_t run, unsigned tiles, uint32_t *begin) {
  unsigned tile = blockIdx.x * BLOCK + threadIdx.x;
  if (tile >= tiles) return;
  int64_t first = (int64_t)tile * merge_sizes<T>::TILE;
  run_pair p = pair_of(first, n, run);
  const T *a = in + p.begin;
  begin[tile] = (uint32_t)co_rank((int)(first - p.begin), a, (int)p.m, a + p.m, (int)p.n);
}

template <typename T>
__global__ void __launch_bounds__(merge_shape<T>::PASS_THREADS, merge_shape<T>::PASS_BLOCKS)
    sort_3_merge_kernel(const T *in, int64_t n, int64_t run, const uint32_t *begin, T *out) {
  enum { ITEMS = merge_shape<T>::ITEMS, THREADS = merge_shape<T>::PASS_THREADS, TILE = merge_sizes<T>::TILE };
  extern __shared__ uint64_t shared[];
  int64_t first = (int64_t)blockIdx.x * TILE;
  run_pair p = pair_of(first, n, run);
  int64_t k = first - p.begin, k_end = k + TILE < p.m + p.n ? k + TILE : p.m + p.n;
  int64_t i = begin[blockIdx.x], i_end = k_end < p.m + p.n ? begin[blockIdx.x + 1] : p.m;
  const T *a = in + p.begin + i, *b = in + p.begin + p.m + (k - i);
  merge_tile<THREADS, ITEMS>(a, (int)(i_end - i), b, (int)(k_end - k), (T *)shared, out + first);
}

// The passes go to and fro between scratch and out; the first runs go where the last pass then ends in out.
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
  return merge_sort(in, n, scratch, out);
}

int sort_3_merge_sort_records(const uint64_t *in, int64_t n, uint32_t *scratch, uint64_t *out) {
  return merge_sort(in, n, scratch, out);
}

// ---- 4: radix sort, one bit a pass -----------------------------------------------------------------------

__global__ void sort_4_count_kernel(const uint32_t *in, int64_t n, int bit, uint32_t *zeros) {
  int64_t first = (int64_t)blockIdx.x * SPLIT_TILE, i = first + threadIdx.x;
  uint32_t mine = 0, total;
  for (int k = 0; k < SPLIT_ITEMS; k++, i += BLOCK) mine += i < n && !(in[i] >> bit & 1);
  sum_before<BLOCK>(mine, &total);
  if (threadIdx.x == 0) zeros[blockIdx.x] = total;
}

// Zeros go to the front, ones behind all zeros, each in the order in which they were: a zero has as many zeros before
// it as its place says, a one stands behind all zeros and the ones before it (those before it less the zeros).
__global__ void sort_4_split_kernel(const uint32_t *in, int64_t n, int bit, const uint32_t *zeros,
                                    uint32_t *out) {
  __shared__ uint32_t s[SPLIT_TILE];
  int64_t first = (int64_t)blockIdx.x * SPLIT_TILE, i = first + threadIdx.x * SPLIT_ITEMS;
  uint32_t mine = 0, total;

  load_split_tile(in, n, first, s);
  const uint32_t *key = s + threadIdx.x * SPLIT_ITEMS;
  for (int k = 0; k < SPLIT_ITEMS; k++) mine += !(key[k] >> bit & 1);
  uint32_t zeros_before = zeros[blockIdx.x] + sum_before<BLOCK>(mine, &total), all_zeros = zeros[gridDim.x];
  for (int k = 0; k < SPLIT_ITEMS && i + k < n; k++) {
    if (key[k] >> bit & 1)
      out[all_zeros + (i + k - zeros_before)] = key[k];
    else
      out[zeros_before++] = key[k];
  }
}

int sort_4_radix_1bit(const uint32_t *in, int64_t n, uint32_t *scratch, uint32_t *out) {
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

// count[digit * tiles + tile]: in this order the scan over all numbers says where each tile's keys of a digit go.
__global__ void sort_5_count_kernel(const uint32_t *in, int64_t n, int shift, uint32_t *count) {
  __shared__ uint32_t keys_of[DIGITS_4];
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * SPLIT_TILE + t;

  if (t < DIGITS_4) keys_of[t] = 0;
  __syncthreads();
  for (int k = 0; k < SPLIT_ITEMS; k++, i += BLOCK)
    if (i < n) atomicAdd(&keys_of[digit_4(in[i], shift)], 1u);
  __syncthreads();
  if (t < DIGITS_4) count[t * gridDim.x + blockIdx.x] = keys_of[t];
}

// The tile is split by each of the four bits as in stage 4, but in shared memory. Then the keys of a digit lie
// together, and neighbouring threads store neighbours, except where a digit ends.
__global__ void sort_5_scatter_kernel(const uint32_t *in, int64_t n, int shift, const uint32_t *start,
                                      uint32_t *out) {
  __shared__ uint32_t s[SPLIT_TILE], to[DIGITS_4]; // the tile's k-th key goes to to[its digit] + k
  int t = threadIdx.x;
  int64_t first = (int64_t)blockIdx.x * SPLIT_TILE;
  int count = n - first < SPLIT_TILE ? (int)(n - first) : (int)SPLIT_TILE;

  load_split_tile(in, n, first, s);
  for (int bit = shift; bit < shift + 4; bit++) {
    uint32_t key[SPLIT_ITEMS], mine = 0, all_zeros;
    for (int k = 0; k < SPLIT_ITEMS; k++) {
      key[k] = s[t * SPLIT_ITEMS + k];
      mine += !(key[k] >> bit & 1);
    }
    uint32_t zeros_before = sum_before<BLOCK>(mine, &all_zeros); // its barriers: all keys are in registers
    for (int k = 0; k < SPLIT_ITEMS; k++) {
      if (key[k] >> bit & 1)
        s[all_zeros + (t * SPLIT_ITEMS + k - zeros_before)] = key[k];
      else
        s[zeros_before++] = key[k];
    }
    __syncthreads();
  }
  for (int k = t; k < count; k += BLOCK) {
    unsigned digit = digit_4(s[k], shift);
    if (k == 0 || digit != digit_4(s[k - 1], shift)) to[digit] = start[digit * gridDim.x + blockIdx.x] - k;
  }
  __syncthreads();
  for (int k = t; k < count; k += BLOCK) out[to[digit_4(s[k], shift)] + k] = s[k];
}

int sort_5_radix_4bit(const uint32_t *in, int64_t n, uint32_t *scratch, uint32_t *out) {
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

// How a type's bits become unsigned numbers of the same order, and back (stage 8 has more of these).
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

// count[256 p + d] becomes the number of keys whose digit p is d, for all p: the order of the keys does not matter to
// it, so one pass before the first sweep counts for all of them. Lane l counts in column l, which is bank l: no lane
// waits for another (lab 06). Two digits share a word, 16 bits each.
template <typename Key, typename Order>
__global__ void __launch_bounds__(COUNT_THREADS, 2)
    sort_6_histogram_kernel(const Key *in, int64_t n, uint32_t *count) {
  enum { WORDS = sizeof(Key) / 2, TILE = COUNT_THREADS * COUNT_ITEMS };
  extern __shared__ uint64_t shared[];
  uint32_t(*keys_of)[WARP] = (uint32_t(*)[WARP])shared; // [256 * (pass / 2) + digit][column]
  int t = threadIdx.x, lane = t % WARP;

  for (int i = t; i < WORDS * DIGITS * WARP; i += COUNT_THREADS) keys_of[i / WARP][i % WARP] = 0;
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
        atomicAdd(&keys_of[pass / 2 * DIGITS + digit_of(number, pass)][lane], pass % 2 ? 1u << 16 : 1u);
    }
  }
  __syncthreads();
  for (int i = t; i < WORDS * DIGITS; i += COUNT_THREADS) {
    uint32_t even = 0, odd = 0;
    for (int column = 0; column < WARP; column++) {
      uint32_t w = keys_of[i][(column + lane) % WARP];
      even += w & 0xffff;
      odd += w >> 16;
    }
    uint32_t *digit = &count[i / DIGITS * 2 * DIGITS + i % DIGITS];
    if (even) atomicAdd(digit, even);
    if (odd) atomicAdd(digit + DIGITS, odd);
  }
}

// Block p: count[256 p + d] becomes the number of keys whose digit p is below d, the place of the first with d.
__global__ void sort_6_start_kernel(uint32_t *count) {
  uint32_t total, *mine = &count[blockIdx.x * DIGITS + threadIdx.x];
  *mine = sum_before<DIGITS>(*mine, &total);
}

// What a tile tells the tiles behind it of one digit: nothing yet, its own number of keys, or the number of keys up to
// its end. State and number share a word, which is stored and loaded whole.
enum { EMPTY = 0, TILE_COUNT = 1, PREFIX = 2, STATE_SHIFT = 30 };

static __device__ void tell(uint32_t *word, uint32_t state, uint32_t number) {
  *(volatile uint32_t *)word = state << STATE_SHIFT | number;
}

// The number of keys of one digit in all tiles before `tile`; word is the digit's word of tile 0. Each of 256 threads
// looks back for its own digit, at four tiles at a time: the answers come together. Tiles are drawn in order (lab 05),
// so whoever is waited for is running.
static __device__ uint32_t look_back(const uint32_t *word, int tile) {
  enum { WINDOW = 4 };
  uint32_t before = 0;
  while (tile > 0) {
    uint32_t w[WINDOW];
#pragma unroll
    for (int k = 0; k < WINDOW; k++) {
      int other = tile - 1 - k;
      w[k] = other >= 0 ? *(const volatile uint32_t *)&word[(int64_t)other * DIGITS]
                        : (uint32_t)PREFIX << STATE_SHIFT;
    }
#pragma unroll
    for (int k = 0; k < WINDOW; k++) {
      if (w[k] >> STATE_SHIFT == EMPTY) break;
      before += w[k] & ((1u << STATE_SHIFT) - 1);
      if (w[k] >> STATE_SHIFT == PREFIX) return before;
      tile--;
    }
  }
  return before;
}

// The lanes whose digit is this lane's: those that have the same bit, for each of the eight bits. One instruction,
// __match_any_sync, says the same; it takes an H200 longer than the eight votes.
static __device__ uint32_t lanes_with(unsigned digit) {
  uint32_t lanes = ALL_LANES;
#pragma unroll
  for (int b = 0; b < 8; b++) {
    bool bit = digit >> b & 1;
    uint32_t ones = __ballot_sync(ALL_LANES, bit);
    lanes &= bit ? ones : ~ones;
  }
  return lanes;
}

// By the bytes of a key and its value: keys a thread, and blocks on an SM at a time. A block has a thread for each digit.
template <int BYTES> struct sweep_shape;
template <> struct sweep_shape<4> {
  enum { ITEMS = 24, BLOCKS = 4 };
};
template <> struct sweep_shape<8> {
  enum { ITEMS = 16, BLOCKS = 4 };
};

// One pass: out gets the keys (and, with PAIRS, the values) in the order of their digit. Every warp has its own
// counters, so that no two warps wait for each other while they rank:
//   1. each warp counts the digits of its keys; sums over the warps are the tile's counts, which are told at once
//   2. counter[w][d] becomes the place in the sorted tile of warp w's first key with digit d
//   3. 32 keys at a time, lanes with equal digits find each other, and each takes a place: the counter plus the number
//      of such lanes before it. Keys of one digit keep their order: stable
//   4. the tile lies sorted in shared memory; its keys of a digit go where those of the tiles before it end
template <typename Key, bool PAIRS, typename Order>
__global__ void __launch_bounds__(DIGITS, sweep_shape<sizeof(Key) + 4 * PAIRS>::BLOCKS)
    sort_6_sweep_kernel(const Key *in, const uint32_t *value_in, int64_t n, int pass, const uint32_t *start,
                        uint32_t *drawn, uint32_t *words, Key *out, uint32_t *value_out) {
  enum { ITEMS = sweep_shape<sizeof(Key) + 4 * PAIRS>::ITEMS, TILE = DIGITS * ITEMS };
  enum { WARPS = DIGITS / WARP, LAST_PASS = sizeof(Key) - 1 };
  extern __shared__ uint64_t shared[];
  Key *sorted = (Key *)shared;
  uint32_t *sorted_value = (uint32_t *)(sorted + TILE);
  __shared__ uint32_t counter[WARPS][DIGITS];
  __shared__ uint32_t to[DIGITS], drawn_tile; // the tile's k-th key goes to to[its digit] + k
  int t = threadIdx.x, lane = t % WARP, warp = t / WARP;

  if (t == 0) drawn_tile = atomicAdd(drawn, 1u);
  for (int w = 0; w < WARPS; w++) counter[w][t] = 0;
  __syncthreads();
  unsigned tile = drawn_tile;
  int64_t first = (int64_t)tile * TILE;
  int count = n - first < TILE ? (int)(n - first) : (int)TILE;

  // Warp w has the w-th run of 32 * ITEMS keys. Where the input ends, the largest number comes behind its equals.
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
#pragma unroll
  for (int i = 0; i < ITEMS; i++) atomicAdd(&counter[warp][digit_of(x[i], pass)], 1u);
  __syncthreads();

  uint32_t in_tile = 0, ignored;
  for (int w = 0; w < WARPS; w++) {
    uint32_t of_warp = counter[w][t];
    counter[w][t] = in_tile;
    in_tile += of_warp;
  }
  tell(&words[(int64_t)tile * DIGITS + t], tile == 0 ? PREFIX : TILE_COUNT, in_tile);
  uint32_t begin = sum_before<DIGITS>(in_tile, &ignored);
  for (int w = 0; w < WARPS; w++) counter[w][t] += begin;
  __syncthreads();

#pragma unroll
  for (int i = 0; i < ITEMS; i++) {
    unsigned digit = digit_of(x[i], pass);
    uint32_t peers = lanes_with(digit), place = counter[warp][digit];
    int before_me = __popc(peers & ((1u << lane) - 1));
    __syncwarp();
    if (before_me == 0) counter[warp][digit] = place + __popc(peers);
    __syncwarp();
    sorted[place + before_me] = x[i];
    if (PAIRS) sorted_value[place + before_me] = value[i];
  }

  uint32_t before = look_back(&words[t], tile);
  if (tile > 0) tell(&words[(int64_t)tile * DIGITS + t], PREFIX, before + in_tile);
  to[t] = start[t] + before - begin;
  __syncthreads();
#pragma unroll
  for (int i = 0; i < ITEMS; i++) {
    int k = t + i * DIGITS;
    if (k >= count) break;
    Key key = sorted[k];
    uint32_t place = to[digit_of(key, pass)] + k;
    out[place] = pass == LAST_PASS ? Order::bits(key) : key;
    if (PAIRS) value_out[place] = sorted_value[k];
  }
}

// A few tiles a block, because its counters cost as much as a tile; at most the two blocks that fit on each of 132 SMs,
// so that all run at once and end together. But no block counts much more than 2^20 keys, 2^15 a column: 16 bits must do.
static unsigned counting_blocks(int64_t n) {
  unsigned blocks = blocks_of(n, 4 * COUNT_THREADS * COUNT_ITEMS), most = 2 * 132,
           least = blocks_of(n, 1 << 20);
  if (blocks > most) blocks = most;
  return blocks > least ? blocks : least;
}

// Scratch: the second copy of the keys and of the values; then 256 starts for each pass, the tile to draw for each
// pass, and the words of all tiles for each pass.
template <typename Key, bool PAIRS, typename Order>
static int onesweep(const Key *in, const uint32_t *value_in, int64_t n, uint32_t *scratch, Key *out,
                    uint32_t *value_out) {
  enum { PASSES = sizeof(Key), TILE = DIGITS * sweep_shape<sizeof(Key) + 4 * PAIRS>::ITEMS };
  if (n == 0) return 0;
  const size_t bytes = TILE * (sizeof(Key) + 4 * PAIRS);
  const size_t count_bytes = PASSES / 2 * DIGITS * WARP * sizeof(uint32_t);
  cudaError_t error = allow_shared(sort_6_sweep_kernel<Key, PAIRS, Order>, bytes);
  if (error == cudaSuccess) error = allow_shared(sort_6_histogram_kernel<Key, Order>, count_bytes);
  if (error != cudaSuccess) return error;

  int64_t tiles = blocks_of(n, TILE), words = PASSES * (DIGITS + 1 + tiles * DIGITS);
  Key *keys = (Key *)scratch, *to = keys;
  uint32_t *values = scratch + n, *value_to = values;
  uint32_t *start = scratch + 2 * n, *drawn = start + PASSES * DIGITS, *word = drawn + PASSES;

  sort_6_clear_kernel<<<blocks_of(words, BLOCK), BLOCK>>>(start, words);
  sort_6_histogram_kernel<Key, Order><<<counting_blocks(n), COUNT_THREADS, count_bytes>>>(in, n, start);
  sort_6_start_kernel<<<PASSES, DIGITS>>>(start);
  for (int pass = 0; pass < PASSES; pass++) {
    sort_6_sweep_kernel<Key, PAIRS, Order>
        <<<(unsigned)tiles, DIGITS, bytes>>>(in, value_in, n, pass, start + pass * DIGITS, drawn + pass,
                                             word + pass * tiles * DIGITS, to, value_to);
    in = to;
    value_in = value_to;
    to = to == keys ? out : keys;
    value_to = value_to == values ? value_out : values;
  }
  return cudaGetLastError();
}

int sort_6_radix_onesweep(const uint32_t *in, int64_t n, uint32_t *scratch, uint32_t *out) {
  return onesweep<uint32_t, false, as_unsigned>(in, NULL, n, scratch, out, NULL);
}

int sort_6_radix_onesweep_u64(const uint64_t *in, int64_t n, uint32_t *scratch, uint64_t *out) {
  return onesweep<uint64_t, false, as_unsigned>(in, NULL, n, scratch, out, NULL);
}

// ---- 7: bitonic sort -------------------------------------------------------------------------------------

// Thread t holds element t of the tile. A run that rises and then falls (or the reverse) is sorted by comparing
// elements `distance` apart, half of its length, a quarter, ...; runs of 2 are such, and two neighbours sorted in
// opposite directions are one of twice the length. The thread whose index has the bit `distance` is the upper of its
// pair. Below a warp's width the partner's element comes by shuffle, above it through shared memory, from one of two
// buffers in turn: one barrier is enough.
static __device__ int bitonic_sort(int x) {
  __shared__ int buffer[2][SORT_TILE];
  int t = threadIdx.x, which = 0;
  for (int length = 2; length <= SORT_TILE; length *= 2) {
    for (int distance = length / 2; distance > 0; distance /= 2) {
      int other;
      if (distance < WARP) {
        other = __shfl_xor_sync(ALL_LANES, x, distance);
      } else {
        buffer[which][t] = x;
        __syncthreads();
        other = buffer[which][t ^ distance];
        which = 1 - which;
      }
      bool ascending = (t & length) == 0, lower = (t & distance) == 0;
      x = lower == ascending ? min(x, other) : max(x, other);
    }
  }
  return x;
}

__global__ void __launch_bounds__(SORT_TILE) sort_7_bitonic_kernel(const int *in, int64_t n, int *out) {
  int64_t i = (int64_t)blockIdx.x * SORT_TILE + threadIdx.x;
  int x = bitonic_sort(i < n ? in[i] : INT32_MAX);
  if (i < n) out[i] = x;
}

int sort_7_bitonic(const int *in, int64_t n, int *out) {
  if (n == 0) return 0;
  sort_7_bitonic_kernel<<<blocks_of(n, SORT_TILE), SORT_TILE>>>(in, n, out);
  return cudaGetLastError();
}

// The k largest of a tile, largest first: what is not among them is not among the k largest of all. Descending order is
// ascending order of ~x, which unlike -x exists for every int.
__global__ void __launch_bounds__(SORT_TILE) sort_7_top_k_kernel(const int *in, int64_t n, int k, int *out) {
  int64_t i = (int64_t)blockIdx.x * SORT_TILE + threadIdx.x;
  int x = ~bitonic_sort(i < n ? ~in[i] : INT32_MAX);
  int64_t place = (int64_t)blockIdx.x * k + threadIdx.x;
  if (threadIdx.x < k) out[place] = x;
}

// Every pass leaves k of each 1024, until one tile is left. A last tile with fewer than k elements leaves some of the
// smallest number besides; k elements of the whole input are not smaller.
int sort_7_top_k(const int *in, int64_t n, int k, uint32_t *scratch, int *out) {
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

// Signed: the top bit set means smaller, the opposite of unsigned. So it is flipped.
struct as_signed {
  static __device__ uint32_t number(uint32_t bits) {
    return bits ^ 0x80000000u;
  }
  static __device__ uint32_t bits(uint32_t number) {
    return number ^ 0x80000000u;
  }
};

// Floats without a sign have the order of their bits: exponent above fraction. With the sign set they come before all
// others, in the reverse order of the rest: all bits are flipped.
struct as_float {
  static __device__ uint32_t number(uint32_t bits) {
    return bits >> 31 ? ~bits : bits | 0x80000000u;
  }
  static __device__ uint32_t bits(uint32_t number) {
    return number >> 31 ? number & 0x7fffffffu : ~number;
  }
};

int sort_8_float_keys(const float *in, int64_t n, uint32_t *scratch, float *out) {
  return onesweep<uint32_t, false, as_float>((const uint32_t *)in, NULL, n, scratch, (uint32_t *)out, NULL);
}

int sort_8_int_keys(const int *in, int64_t n, uint32_t *scratch, int *out) {
  return onesweep<uint32_t, false, as_signed>((const uint32_t *)in, NULL, n, scratch, (uint32_t *)out, NULL);
}

// ---- 9: keys and values ----------------------------------------------------------------------------------

int sort_9_pairs(const uint32_t *key, const uint32_t *value, int64_t n, uint32_t *scratch, uint32_t *key_out,
                 uint32_t *value_out) {
  return onesweep<uint32_t, true, as_unsigned>(key, value, n, scratch, key_out, value_out);
}
