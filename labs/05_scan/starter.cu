// Lab 05: five ways to scan a tile, two to scan a whole array, and two uses of a scan. README.md is the
// handout.
//
// Do the stages in order. In each, write the gap, remove the line `return PMPP_TODO;` below it, and run
//     build/bin/lab05 --task 1_hillis_steele
// Given: everything outside the gaps, the launches among it.
#include "scan.h"
#include <cuda_runtime.h>

enum { WARP = 32, HALF_TILE = SCAN_TILE / 2, TILE_WARPS = SCAN_TILE / WARP };
static const unsigned ALL_LANES = 0xffffffff;

static unsigned tiles_of(int64_t n, int64_t per_tile) {
  return (unsigned)((n + per_tile - 1) / per_tile);
}

// ---- 1: Hillis and Steele --------------------------------------------------------------------------------

// A block of SCAN_TILE = 512 threads has one tile, thread t its element t: out[i] = in[first] + ... + in[i].
__global__ void scan_1_hillis_steele_kernel(const float *in, int64_t n, float *out) {
  __shared__ float buffer[2][SCAN_TILE];
  int t = threadIdx.x, from = 0;
  int64_t i = (int64_t)blockIdx.x * SCAN_TILE + t;

  // TODO (about 10 lines). Load: element i into buffer[from][t]; a thread whose i is not below n stores 0,
  // and goes on like the others. Steps: for d = 1, 2, 4, ... below SCAN_TILE, the new element t is the old
  // one plus, where t >= d, the old element t - d. Old ones are read from buffer[from], new ones stored in
  // buffer[1 - from]; then the two change places. Where do barriers stand? Thread t stores out[i], if there
  // is one.
}

int scan_1_hillis_steele(const float *in, int64_t n, float *out) {
  return PMPP_TODO; // remove this line once the kernel is written
  if (n == 0) return 0;
  scan_1_hillis_steele_kernel<<<tiles_of(n, SCAN_TILE), SCAN_TILE>>>(in, n, out);
  return cudaGetLastError();
}

// ---- 2: Kogge and Stone ----------------------------------------------------------------------------------

__global__ void scan_2_kogge_stone_kernel(const float *in, int64_t n, float *out) {
  __shared__ float s[SCAN_TILE];
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * SCAN_TILE + t;

  // TODO (about 10 lines). The additions of stage 1 in one buffer. Keep the thread's own sum in a float: s[t]
  // is there for the others. In each step first every thread reads (where t >= d, it adds s[t - d] to its own
  // sum), then every thread writes. What must stand between the two, and what after them?
}

int scan_2_kogge_stone(const float *in, int64_t n, float *out) {
  return PMPP_TODO; // remove this line once the kernel is written
  if (n == 0) return 0;
  scan_2_kogge_stone_kernel<<<tiles_of(n, SCAN_TILE), SCAN_TILE>>>(in, n, out);
  return cudaGetLastError();
}

// ---- 3: Brent and Kung, exclusive ------------------------------------------------------------------------

// A block of 256 threads has one tile of 512. Exclusive: out[i] = in[first] + ... + in[i - 1], 0 for the
// first. (The sweeps below are Blelloch's form of the network.)
__global__ void scan_3_brent_kung_kernel(const float *in, int64_t n, float *out) {
  __shared__ float s[SCAN_TILE];
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * SCAN_TILE + t, j = i + HALF_TILE;

  // TODO (about 20 lines). Load elements i and j into s[t] and s[t + HALF_TILE], 0 past the end. Up: for d =
  // 1, 2, ... 256, thread t adds s[right - d] to s[right], right = 2 * d * (t + 1) - 1, as long as right is
  // in the tile. A barrier after each step, for all threads. The last element, now the sum of all, becomes 0.
  // Down: for d = 256, 128, ... 1, with the same right: s[right - d] becomes s[right], and s[right] becomes
  // the sum of the two old values. Store out[i] and out[j], where they exist.
}

int scan_3_brent_kung(const float *in, int64_t n, float *out) {
  return PMPP_TODO; // remove this line once the kernel is written
  if (n == 0) return 0;
  scan_3_brent_kung_kernel<<<tiles_of(n, SCAN_TILE), HALF_TILE>>>(in, n, out);
  return cudaGetLastError();
}

// ---- 4: Sklansky -----------------------------------------------------------------------------------------

// 256 threads for a tile of 512, inclusive.
__global__ void scan_4_sklansky_kernel(const float *in, int64_t n, float *out) {
  __shared__ float s[SCAN_TILE];
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * SCAN_TILE + t, j = i + HALF_TILE;

  // TODO (about 10 lines). Load as in stage 3. With d = 1, 2, ... 256 the tile consists of pairs of runs of d
  // elements, each run scanned. To every element of a right run, add the last element of the left run: 256
  // additions, one for each thread. Thread t works in pair t / d, on element t % d of the right run. One
  // barrier a step.
}

int scan_4_sklansky(const float *in, int64_t n, float *out) {
  return PMPP_TODO; // remove this line once the kernel is written
  if (n == 0) return 0;
  scan_4_sklansky_kernel<<<tiles_of(n, SCAN_TILE), HALF_TILE>>>(in, n, out);
  return cudaGetLastError();
}

// ---- 5: warp shuffles ------------------------------------------------------------------------------------

// Lane l gets the sum of x over lanes 0 to l. All 32 lanes call it.
// (T is float here; stages 7 and 8 need unsigned as well.)
template <typename T> static __device__ T warp_scan(T x) {
  // TODO (about 5 lines). __shfl_up_sync(ALL_LANES, x, d) is the value of x in the lane d before. The first d
  // lanes have no such lane: they call too (all lanes of the mask must), but do not add. d = 1, 2, 4, 8, 16.
  return x;
}

// The tile's sum goes to sums[tile] where sums is not NULL: stage 6 needs it.
__global__ void scan_5_warp_shuffle_kernel(const float *in, int64_t n, float *out, float *sums) {
  __shared__ float s[TILE_WARPS];
  int t = threadIdx.x, lane = t % WARP, warp = t / WARP;
  int64_t i = (int64_t)blockIdx.x * SCAN_TILE + t;

  // TODO (about 12 lines). Each of the 16 warps scans its 32 elements (0 past the end); the last lane leaves
  // the warp's sum in s[warp]. After a barrier, warp 0 scans the 16 sums: lane k takes s[k], lanes from 16 on
  // take 0. After another barrier, every warp but the first adds the sum of the warps before it. Store
  // out[i]; the last thread stores sums[blockIdx.x].
}

int scan_5_warp_shuffle(const float *in, int64_t n, float *out) {
  return PMPP_TODO; // remove this line once the kernel is written
  if (n == 0) return 0;
  scan_5_warp_shuffle_kernel<<<tiles_of(n, SCAN_TILE), SCAN_TILE>>>(in, n, out, NULL);
  return cudaGetLastError();
}

// ---- 6: three phases -------------------------------------------------------------------------------------

// upto[b] is the sum of tiles 0 to b. Block b adds it to the elements of tile b + 1.
__global__ void scan_6_add_kernel(float *out, int64_t n, const float *upto) {
  // TODO (about 2 lines).
}

int scan_6_three_phase(const float *in, int64_t n, float *scratch, float *out) {
  return PMPP_TODO; // remove this line once the kernel is written
  if (n == 0) return 0;
  unsigned tiles = tiles_of(n, SCAN_TILE);
  float *sums = scratch;

  // TODO (about 6 lines).
  // Phase 1: stage 5's kernel over all tiles, with sums. If there is only one tile, that is all.
  // Phase 2: scan sums[0 .. tiles), in place. This function itself can do it: its scratch lies after the
  // sums.
  // Phase 3: add, tiles - 1 blocks. Return the first error.
  return cudaGetLastError();
}

// ---- 7: one pass, looking back ---------------------------------------------------------------------------

// A tile is now what a block of 256 threads holds in registers: 4 vectors of 4 elements a thread.
enum { BLOCK = 256, WARPS = BLOCK / WARP, VECTORS = 4, WARP_ELEMENTS = 4 * VECTORS * WARP };
enum { TILE = WARPS * WARP_ELEMENTS };

template <typename T> struct vector_of;
template <> struct vector_of<float> { typedef float4 type; };
template <> struct vector_of<unsigned> { typedef uint4 type; };

// The tile status: a tile has published nothing yet, its own sum, or the sum of all elements up to its end.
enum { INVALID, PARTIAL, INCLUSIVE };

// Status and sum share one word of 64 bits, which is stored and loaded whole: a thread that reads the status
// also has the sum.
typedef unsigned long long word;

static __device__ unsigned bits_of(float x) {
  return __float_as_uint(x);
}
static __device__ unsigned bits_of(unsigned x) {
  return x;
}
static __device__ void from_bits(unsigned bits, float *x) {
  *x = __uint_as_float(bits);
}
static __device__ void from_bits(unsigned bits, unsigned *x) {
  *x = bits;
}

template <typename T> static __device__ void publish(word *tile, unsigned status, T sum) {
  *(volatile word *)tile = (word)status << 32 | bits_of(sum);
}

// The tile's status; *sum becomes its sum.
template <typename T> static __device__ unsigned poll(const word *tile, T *sum) {
  word w = *(const volatile word *)tile;
  from_bits((unsigned)w, sum);
  return (unsigned)(w >> 32);
}

// scratch[0] is the next ticket, scratch[1 + b] is tile b's word. All start as 0: INVALID.
__global__ void clear_kernel(uint64_t *scratch, int64_t words) {
  int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
  if (i < words) scratch[i] = 0;
}

static void clear(uint64_t *scratch, int64_t words) {
  clear_kernel<<<tiles_of(words, BLOCK), BLOCK>>>(scratch, words);
}

// The block's tile: the ticket is the next number that no block has.
static __device__ int64_t take_ticket(uint64_t *scratch) {
  // TODO (about 4 lines). Thread 0 takes the ticket with an atomicAdd on scratch[0] (as unsigned) and passes
  // it to the others through a __shared__ variable. The handout explains why blockIdx.x is no such ticket.
  return 0;
}

// The exclusive prefix: the sum of all elements before the tile, in all lanes of the one warp that calls.
template <typename T> static __device__ T look_back(const word *words, int64_t tile) {
  int lane = threadIdx.x % WARP;
  T before = 0;

  // TODO (about 16 lines). One tile after the other is easier to begin with: other = tile - 1, tile - 2, ...;
  // poll until it is not INVALID; add its sum; stop at INCLUSIVE, or before tile 0. Then a whole warp: lane l
  // polls tile - 1 - l (before tile 0: INCLUSIVE with 0). __ballot_sync(ALL_LANES, condition) gives the lanes
  // that read INCLUSIVE and those that read INVALID. Poll again while a lane nearer than the nearest
  // INCLUSIVE reads INVALID. Add the sums of the lanes up to that INCLUSIVE; if there is none, go on 32 tiles
  // further back.
  return before;
}

// The sum of all elements before this warp's, given the warp's sum; *tile_end, in warp 0, becomes the sum up
// to the tile's end. words[tile] is this tile's word.
template <typename T>
static __device__ T sum_before_warp(T warp_sum, word *words, int64_t tile, T *tile_end) {
  __shared__ T s[WARPS];
  int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;

  // TODO (about 14 lines). Every warp stores its sum in s[warp]; barrier. Warp 0 scans them, publishes the
  // tile's sum as PARTIAL, looks back, and only then publishes INCLUSIVE. It stores in s[w] the sum before
  // warp w; barrier; every warp reads its own.
  return s[warp];
}

template <typename T>
__global__ void __launch_bounds__(BLOCK)
    scan_7_look_back_kernel(const T *in, int64_t n, int exclusive, uint64_t *scratch, T *out) {
  typedef typename vector_of<T>::type T4;
  int64_t tile = take_ticket(scratch);
  int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
  int64_t first =
      tile * TILE + warp * WARP_ELEMENTS + 4 * lane; // in vector v: first + v * 4 * WARP, and 3 more
  bool whole = (tile + 1) * TILE <= n;

  // TODO (about 30 lines).
  // - Load x[VECTORS] of type T4: where the tile is whole, 16 bytes at once (*(const T4 *)(in + i)); else
  //   each element by itself, 0 past the end.
  // - For each vector the sum of its four elements, warp_scan, and from that the sum of the warp's elements
  //   before this lane's vector. Do not subtract the lane's own sum: infinity - infinity is NaN.
  // - sum_before_warp, then the four sums of each vector: inclusive, or exclusive. Store as you loaded.
}

template <typename T> static int scan_7(const T *in, int64_t n, int exclusive, uint64_t *scratch, T *out) {
  if (n == 0) return 0;
  unsigned tiles = tiles_of(n, TILE);
  clear(scratch, 1 + tiles);
  scan_7_look_back_kernel<T><<<tiles, BLOCK>>>(in, n, exclusive, scratch, out);
  return cudaGetLastError();
}

int scan_7_look_back(const float *in, int64_t n, int exclusive, uint64_t *scratch, float *out) {
  return PMPP_TODO; // remove this line once the kernel is written
  return scan_7(in, n, exclusive, scratch, out);
}

// Unsigned addition wraps around; overflow of a signed one is undefined in C++. The bits are the same.
int scan_7_look_back_int(const int *in, int64_t n, int exclusive, uint64_t *scratch, int *out) {
  return PMPP_TODO; // remove this line too
  return scan_7((const unsigned *)in, n, exclusive, scratch, (unsigned *)out);
}

// ---- 8: stream compaction --------------------------------------------------------------------------------

__global__ void __launch_bounds__(BLOCK)
    scan_8_stream_compaction_kernel(const int *in, int64_t n, uint64_t *scratch, int *out, int64_t *count) {
  // TODO (about 35 lines). Stage 7's kernel, where a vector's "sum" is the number of its elements above 0.
  // The sum before an element is its place in out. The block with the last tile stores *count. Neighbouring
  // lanes keep different numbers of elements: stored from registers, a warp's elements would be scattered.
  // Pack the tile in shared memory first (place minus the tile's first place), then let thread k store the
  // k-th, k + 256-th, ... of the kept elements.
}

__global__ void nothing_kept_kernel(int64_t *count) {
  *count = 0;
}

int scan_8_stream_compaction(const int *in, int64_t n, uint64_t *scratch, int *out, int64_t *count) {
  return PMPP_TODO; // remove this line once the kernel is written
  if (n == 0) {
    nothing_kept_kernel<<<1, 1>>>(count);
    return cudaGetLastError();
  }
  unsigned tiles = tiles_of(n, TILE);
  clear(scratch, 1 + tiles);
  scan_8_stream_compaction_kernel<<<tiles, BLOCK>>>(in, n, scratch, out, count);
  return cudaGetLastError();
}

// ---- 9: row pointers of a sparse matrix ------------------------------------------------------------------

// row_ptr[0 .. n) becomes 0.
__global__ void scan_9_zero_kernel(int *row_ptr, int64_t n) {
  // TODO (about 2 lines).
}

// row_ptr[r] becomes the number of entries in row r. Entries of one row are other threads' too.
__global__ void scan_9_count_kernel(const int *row, int64_t entries, int *row_ptr) {
  // TODO (about 2 lines).
}

int scan_9_csr_build(const int *row, int64_t entries, int64_t rows, uint64_t *scratch, int *row_ptr) {
  return PMPP_TODO; // remove this line once the kernels are written
  // TODO (about 3 lines). Zero rows + 1 elements, count (a launch of 0 blocks is an error: what if there is
  // no entry?), and scan: which of the functions above, inclusive or exclusive, of how many elements?
  return cudaGetLastError();
}
