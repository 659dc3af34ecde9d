// Lab 05: five ways to scan a tile, two to scan a whole array, and two uses of a scan.
// README.md is the handout.
//
// Do the stages in order. In each, write the gap, remove the line `return PMPP_TODO;` below it, and run
//     build/bin/lab05 --task 1_hillis_steele
// Everything outside the gaps is given, launches included.
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

  // TODO (about 10 lines).
  // - Load element i into buffer[from][t]. Where i is not below n, the thread stores 0 and
  //   takes part in all steps.
  // - For d = 1, 2, 4, ... below SCAN_TILE: the new element t is the old element t plus, where t >= d, the
  //   old element t - d. Read old elements from buffer[from], store new ones in buffer[1 - from]. Then
  //   exchange the two buffers. Where do you need barriers?
  // - Thread t stores out[i], where i is below n.
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

  // TODO (about 10 lines).
  // The additions of stage 1, in one buffer. Each thread keeps its sum in a float and stores a copy in s[t]
  // for the other threads. In each step, first every thread reads: where t >= d, it adds s[t - d] to its sum.
  // Then every thread writes. What must stand between the two, and what after them?
}

int scan_2_kogge_stone(const float *in, int64_t n, float *out) {
  return PMPP_TODO; // remove this line once the kernel is written
  if (n == 0) return 0;
  scan_2_kogge_stone_kernel<<<tiles_of(n, SCAN_TILE), SCAN_TILE>>>(in, n, out);
  return cudaGetLastError();
}

// ---- 3: Brent and Kung, exclusive ------------------------------------------------------------------------

// A block of 256 threads has one tile of 512. The scan is exclusive: out[i] = in[first] + ... + in[i - 1],
// and 0 for the tile's first element. (The sweeps below are Blelloch's form of the network.)
__global__ void scan_3_brent_kung_kernel(const float *in, int64_t n, float *out) {
  __shared__ float s[SCAN_TILE];
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * SCAN_TILE + t, j = i + HALF_TILE;

  // TODO (about 20 lines).
  // - Load elements i and j into s[t] and s[t + HALF_TILE], 0 past the end.
  // - Up: for d = 1, 2, ... 256, thread t adds s[right - d] to s[right], with right = 2 * d * (t + 1) - 1, as
  //   long as right is in the tile. All threads reach a barrier after each step.
  // - The last element is now the sum of all. Set it to 0.
  // - Down: for d = 256, 128, ... 1, with the same right: s[right - d] becomes s[right], and s[right] becomes
  //   the sum of the two old values.
  // - Store out[i] and out[j], where i and j are below n.
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

  // TODO (about 10 lines).
  // Load as in stage 3. In the steps d = 1, 2, ... 256 the tile consists of pairs of runs of d
  // elements, and each run is scanned. Add the last element of the left run to every element of the
  // right run: 256 additions, one for each thread. Thread t works in pair t / d, on element t % d of
  // the right run. One barrier a step.
}

int scan_4_sklansky(const float *in, int64_t n, float *out) {
  return PMPP_TODO; // remove this line once the kernel is written
  if (n == 0) return 0;
  scan_4_sklansky_kernel<<<tiles_of(n, SCAN_TILE), HALF_TILE>>>(in, n, out);
  return cudaGetLastError();
}

// ---- 5: warp shuffles ------------------------------------------------------------------------------------

// Lane l gets the sum of x over lanes 0 to l. All 32 lanes call. (T is float here; stages 7 and
// 8 need unsigned as well.)
template <typename T> static __device__ T warp_scan(T x) {
  // TODO (about 5 lines).
  // __shfl_up_sync(ALL_LANES, x, d) is the value of x in the lane d before, for d = 1, 2, 4, 8, 16. The first
  // d lanes have no such lane. They call, too, because all lanes of the mask must call, but they do not add.
  return x;
}

// Where sums is not NULL, the tile's sum is stored in sums[tile], for stage 6.
__global__ void scan_5_warp_shuffle_kernel(const float *in, int64_t n, float *out, float *sums) {
  __shared__ float s[TILE_WARPS];
  int t = threadIdx.x, lane = t % WARP, warp = t / WARP;
  int64_t i = (int64_t)blockIdx.x * SCAN_TILE + t;

  // TODO (about 12 lines).
  // Each of the 16 warps scans its 32 elements, 0 past the end. The last lane stores the warp's sum in
  // s[warp]. After a barrier, warp 0 scans the 16 sums: lane k takes s[k], and lanes from 16 on take 0. After
  // another barrier, every warp but the first adds the sum of the warps before it. Store out[i]; the last
  // thread stores sums[blockIdx.x].
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
  // Phase 1: stage 5's kernel over all tiles, with sums. If there is only one tile, this is all.
  // Phase 2: scan sums[0 .. tiles) in place. This function can call itself; its scratch
  // then lies after the sums.
  // Phase 3: add, with tiles - 1 blocks. Return the first error.
  return cudaGetLastError();
}

// ---- 7: one pass, looking back ---------------------------------------------------------------------------

// A block of 256 threads now holds a tile in registers: 4 vectors of 4 elements a thread.
enum { BLOCK = 256, WARPS = BLOCK / WARP, VECTORS = 4, WARP_ELEMENTS = 4 * VECTORS * WARP };
enum { TILE = WARPS * WARP_ELEMENTS };

template <typename T> struct vector_of;
template <> struct vector_of<float> { typedef float4 type; };
template <> struct vector_of<unsigned> { typedef uint4 type; };

// The tile status: a tile has published nothing yet, its own sum, or the sum of all elements up to its end.
enum { INVALID, PARTIAL, INCLUSIVE };

// Status and sum share one word of 64 bits, which is stored and loaded whole. A thread that reads the
// status also has the sum.
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
  // TODO (about 4 lines).
  // Thread 0 takes the ticket with an atomicAdd on scratch[0] (as unsigned), and passes it to the other
  // threads through a __shared__ variable. The handout explains why blockIdx.x cannot be the ticket.
  return 0;
}

// The exclusive prefix: the sum of all elements before the tile, in all lanes of the one warp that calls.
template <typename T> static __device__ T look_back(const word *words, int64_t tile) {
  int lane = threadIdx.x % WARP;
  T before = 0;

  // TODO (about 16 lines).
  // Begin with one tile after the other: other = tile - 1, tile - 2, ... Poll its word until it is not
  // INVALID. Add its sum. Stop at INCLUSIVE, or before tile 0.
  // Then let the whole warp poll: lane l polls tile - 1 - l; before tile 0 it takes INCLUSIVE with 0.
  // __ballot_sync(ALL_LANES, condition) gives the lanes that read INCLUSIVE, and the lanes that read INVALID.
  // Poll again while a lane nearer than the nearest INCLUSIVE reads INVALID. Add the sums of the lanes up to
  // this INCLUSIVE. If there is none, add all 32 and continue 32 tiles further back.
  return before;
}

// The sum of all elements before this warp's elements; warp_sum is the warp's own sum. In warp 0, *tile_end
// becomes the sum up to the tile's end. words[tile] is this tile's word.
template <typename T>
static __device__ T sum_before_warp(T warp_sum, word *words, int64_t tile, T *tile_end) {
  __shared__ T s[WARPS];
  int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;

  // TODO (about 14 lines).
  // Every warp stores its sum in s[warp]; barrier. Warp 0 scans the sums, publishes the tile's sum as
  // PARTIAL, looks back, and then publishes INCLUSIVE. It stores in s[w] the sum before warp w; barrier.
  // Every warp reads its own s[w].
  return s[warp];
}

template <typename T>
__global__ void __launch_bounds__(BLOCK)
    scan_7_look_back_kernel(const T *in, int64_t n, int exclusive, uint64_t *scratch, T *out) {
  typedef typename vector_of<T>::type T4;
  int64_t tile = take_ticket(scratch);
  int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
  int64_t first =
      tile * TILE + warp * WARP_ELEMENTS + 4 * lane; // vector v holds first + v * 4 * WARP and the next 3
  bool whole = (tile + 1) * TILE <= n;

  // TODO (about 30 lines).
  // - Load x[VECTORS] of type T4. Where the tile is whole, load 16 bytes at once: *(const T4 *)(in + i).
  //   Otherwise load single elements, 0 past the end.
  // - Compute the sum of each vector's four elements. From warp_scan of these sums, compute the sum
  //   of the warp's elements before this lane's vector. Do not subtract the lane's own sum:
  //   infinity - infinity is NaN.
  // - Call sum_before_warp. Then compute the four sums of each vector, inclusive or exclusive. Store them as
  //   you loaded the elements.
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

// Unsigned addition wraps around. Signed overflow is undefined in C++. The bits of both sums are the same.
int scan_7_look_back_int(const int *in, int64_t n, int exclusive, uint64_t *scratch, int *out) {
  return PMPP_TODO; // remove this line too
  return scan_7((const unsigned *)in, n, exclusive, scratch, (unsigned *)out);
}

// ---- 8: stream compaction --------------------------------------------------------------------------------

__global__ void __launch_bounds__(BLOCK)
    scan_8_stream_compaction_kernel(const int *in, int64_t n, uint64_t *scratch, int *out, int64_t *count) {
  // TODO (about 35 lines).
  // Stage 7's kernel, where the "sum" of a vector is the number of its elements above 0. The sum before an
  // element is its place in out. The block with the last tile stores *count.
  // Neighbouring lanes keep different numbers of elements, so stores from registers would be scattered. Pack
  // the tile in shared memory first, at the place minus the tile's first place. Then thread k stores the kept
  // elements k, k + 256, k + 512, ...
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

// row_ptr[r] becomes the number of entries in row r. Several threads may have entries of the same row.
__global__ void scan_9_count_kernel(const int *row, int64_t entries, int *row_ptr) {
  // TODO (about 2 lines).
}

int scan_9_csr_build(const int *row, int64_t entries, int64_t rows, uint64_t *scratch, int *row_ptr) {
  return PMPP_TODO; // remove this line once the kernels are written
  // TODO (about 3 lines).
  // Set rows + 1 elements to 0, count, and scan. A launch of 0 blocks is an error: what if there is no entry?
  // Which function above scans, inclusive or exclusive, and how many elements?
  return cudaGetLastError();
}
