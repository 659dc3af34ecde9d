// Lab 05, the reference: five ways to scan a tile, two to scan a whole array, and two uses of a scan.
//
// The ladder. Every step names the counter that shows it, for a tile of 512 elements; the handout's table has the
// numbers of a whole run.
//
//   1 hillis_steele      every element adds the one 1, 2, 4, ... before it, from one buffer into another: 9 steps,
//                        10 barriers, each warp stores in each step.
//   2 kogge_stone        one buffer, the own sum in a register: a step loads one word instead of two. The price is
//                        a second barrier a step.
//   3 brent_kung         a tree up and a tree down: 2 additions an element instead of 9, so shared stores are
//                        halved; but 18 steps.
//   4 sklansky           9 steps again, in each of which half of the elements add: 10 barriers.
//   5 warp_shuffle       warps scan in registers, only their sums pass through shared memory: 2 barriers, an
//                        eighth of the shared stores.
//   6 three_phase        tiles, the scan of their sums, an addition: any n, but every element is loaded and stored
//                        twice.
//   7 look_back          one pass: a tile takes the sum before it from the tiles before it. 8n bytes.
//   8 stream_compaction  the same pass; what is scanned are 0s and 1s, and the sums say where an element goes.
//   9 csr_build          counting, then the scan of stage 7: row pointers.
#include "scan.h"
#include <cuda_runtime.h>

enum { WARP = 32, HALF_TILE = SCAN_TILE / 2, TILE_WARPS = SCAN_TILE / WARP, ALL_LANES = -1 };

static unsigned tiles_of(int64_t n, int64_t per_tile) {
  return (unsigned)((n + per_tile - 1) / per_tile);
}

// ---- 1: Hillis and Steele --------------------------------------------------------------------------------

// After the step with distance d, to[t] is the sum of the last 2d elements up to t. A step reads what the others
// have left of the step before: it must not overwrite that. With two buffers that change places, one barrier a step
// is enough.
__global__ void scan_1_hillis_steele_kernel(const float *in, int64_t n, float *out) {
  __shared__ float buffer[2][SCAN_TILE];
  int t = threadIdx.x, from = 0;
  int64_t i = (int64_t)blockIdx.x * SCAN_TILE + t;

  buffer[from][t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int d = 1; d < SCAN_TILE; d *= 2) {
    float sum = buffer[from][t];
    if (t >= d) sum += buffer[from][t - d];
    buffer[1 - from][t] = sum;
    from = 1 - from;
    __syncthreads();
  }
  if (i < n) out[i] = buffer[from][t];
}

int scan_1_hillis_steele(const float *in, int64_t n, float *out) {
  if (n == 0) return 0;
  scan_1_hillis_steele_kernel<<<tiles_of(n, SCAN_TILE), SCAN_TILE>>>(in, n, out);
  return cudaGetLastError();
}

// ---- 2: Kogge and Stone ----------------------------------------------------------------------------------

// The same additions in one buffer: all read, barrier, all write, barrier. A thread's own sum stays in a register,
// and once t < d it is final: whole warps drop out of the later steps.
__global__ void scan_2_kogge_stone_kernel(const float *in, int64_t n, float *out) {
  __shared__ float s[SCAN_TILE];
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * SCAN_TILE + t;

  float sum = i < n ? in[i] : 0;
  s[t] = sum;
  __syncthreads();
  for (int d = 1; d < SCAN_TILE; d *= 2) {
    if (t >= d) sum += s[t - d];
    __syncthreads();
    if (t >= d) s[t] = sum;
    __syncthreads();
  }
  if (i < n) out[i] = sum;
}

int scan_2_kogge_stone(const float *in, int64_t n, float *out) {
  if (n == 0) return 0;
  scan_2_kogge_stone_kernel<<<tiles_of(n, SCAN_TILE), SCAN_TILE>>>(in, n, out);
  return cudaGetLastError();
}

// ---- 3: Brent and Kung, exclusive ------------------------------------------------------------------------

// Up: a reduction that keeps its partial sums; s[right] becomes the sum of the 2d elements that end there. Down: the
// total is replaced by 0, the sum before the whole tile; then every pair of halves gets its "sum before": the left
// half the pair's own, the right half that plus the left half's sum. In both sweeps the first threads work, so that
// whole warps drop out. 511 additions up, 511 down.
__global__ void scan_3_brent_kung_kernel(const float *in, int64_t n, float *out) {
  __shared__ float s[SCAN_TILE];
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * SCAN_TILE + t, j = i + HALF_TILE;

  s[t] = i < n ? in[i] : 0;
  s[t + HALF_TILE] = j < n ? in[j] : 0;
  __syncthreads();
  for (int d = 1; d < SCAN_TILE; d *= 2) {
    int right = 2 * d * (t + 1) - 1;
    if (right < SCAN_TILE) s[right] += s[right - d];
    __syncthreads();
  }
  if (t == 0) s[SCAN_TILE - 1] = 0;
  __syncthreads();
  for (int d = HALF_TILE; d > 0; d /= 2) {
    int right = 2 * d * (t + 1) - 1;
    if (right < SCAN_TILE) {
      float left_sum = s[right - d];
      s[right - d] = s[right];
      s[right] += left_sum;
    }
    __syncthreads();
  }
  if (i < n) out[i] = s[t];
  if (j < n) out[j] = s[t + HALF_TILE];
}

int scan_3_brent_kung(const float *in, int64_t n, float *out) {
  if (n == 0) return 0;
  scan_3_brent_kung_kernel<<<tiles_of(n, SCAN_TILE), HALF_TILE>>>(in, n, out);
  return cudaGetLastError();
}

// ---- 4: Sklansky -----------------------------------------------------------------------------------------

// With d = 1, 2, 4, ... pairs of scanned runs of d elements become runs of 2d: the last sum of the left run is added
// to every element of the right one. That is 256 additions in each step, one a thread. Only right runs are written
// and only last elements of left runs are read besides, so one barrier a step is enough.
__global__ void scan_4_sklansky_kernel(const float *in, int64_t n, float *out) {
  __shared__ float s[SCAN_TILE];
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * SCAN_TILE + t, j = i + HALF_TILE;

  s[t] = i < n ? in[i] : 0;
  s[t + HALF_TILE] = j < n ? in[j] : 0;
  __syncthreads();
  for (int d = 1; d < SCAN_TILE; d *= 2) {
    int right_run = t / d * 2 * d + d;
    s[right_run + t % d] += s[right_run - 1];
    __syncthreads();
  }
  if (i < n) out[i] = s[t];
  if (j < n) out[j] = s[t + HALF_TILE];
}

int scan_4_sklansky(const float *in, int64_t n, float *out) {
  if (n == 0) return 0;
  scan_4_sklansky_kernel<<<tiles_of(n, SCAN_TILE), HALF_TILE>>>(in, n, out);
  return cudaGetLastError();
}

// ---- 5: warp shuffles ------------------------------------------------------------------------------------

// Lane l gets the sum of x over lanes 0 to l. All 32 lanes must call.
template <typename T> static __device__ T warp_scan(T x) {
  int lane = threadIdx.x % WARP;
  for (int d = 1; d < WARP; d *= 2) {
    T left = __shfl_up_sync(ALL_LANES, x, d);
    if (lane >= d) x += left;
  }
  return x;
}

// Lane l gets what lane l - 1 has, lane 0 gets 0: turns an inclusive scan into an exclusive one.
template <typename T> static __device__ T lane_before(T x) {
  T left = __shfl_up_sync(ALL_LANES, x, 1);
  return threadIdx.x % WARP == 0 ? 0 : left;
}

// The steps over distances below 32 happen in registers. Then 16 warp sums are left, few enough for one warp. The
// tile's sum goes to sums[tile] where sums is not NULL (stage 6 asks for it).
__global__ void scan_5_warp_shuffle_kernel(const float *in, int64_t n, float *out, float *sums) {
  __shared__ float s[TILE_WARPS];
  int t = threadIdx.x, lane = t % WARP, warp = t / WARP;
  int64_t i = (int64_t)blockIdx.x * SCAN_TILE + t;

  float sum = warp_scan(i < n ? in[i] : 0);
  if (lane == WARP - 1) s[warp] = sum;
  __syncthreads();
  if (warp == 0) {
    float upto = warp_scan(lane < TILE_WARPS ? s[lane] : 0);
    if (lane < TILE_WARPS) s[lane] = upto;
  }
  __syncthreads();
  if (warp > 0) sum += s[warp - 1];
  if (i < n) out[i] = sum;
  if (sums && t == SCAN_TILE - 1) sums[blockIdx.x] = sum;
}

int scan_5_warp_shuffle(const float *in, int64_t n, float *out) {
  if (n == 0) return 0;
  scan_5_warp_shuffle_kernel<<<tiles_of(n, SCAN_TILE), SCAN_TILE>>>(in, n, out, NULL);
  return cudaGetLastError();
}

// ---- 6: three phases -------------------------------------------------------------------------------------

// Tile b of out becomes what it is plus all that comes before: upto[b] is the sum of tiles 0 to b.
__global__ void scan_6_add_kernel(float *out, int64_t n, const float *upto) {
  int64_t i = (int64_t)(blockIdx.x + 1) * SCAN_TILE + threadIdx.x;
  if (i < n) out[i] += upto[blockIdx.x];
}

// Scan the tiles, scan their sums (in place, in the same way), add. Each level has 512 times fewer elements: 2^20
// take two levels of sums, 2^30 three.
int scan_6_three_phase(const float *in, int64_t n, float *scratch, float *out) {
  if (n == 0) return 0;
  unsigned tiles = tiles_of(n, SCAN_TILE);
  float *sums = scratch;

  scan_5_warp_shuffle_kernel<<<tiles, SCAN_TILE>>>(in, n, out, sums);
  if (tiles == 1) return cudaGetLastError();
  int error = scan_6_three_phase(sums, tiles, sums + tiles, sums);
  if (error) return error;
  scan_6_add_kernel<<<tiles - 1, SCAN_TILE>>>(out, n, sums);
  return cudaGetLastError();
}

// ---- 7: one pass, looking back ---------------------------------------------------------------------------

// A tile is now what a block of 256 threads holds in registers: 4 vectors of 4 elements a thread.
enum { BLOCK = 256, WARPS = BLOCK / WARP, VECTORS = 4, WARP_ELEMENTS = 4 * VECTORS * WARP };
enum { TILE = WARPS * WARP_ELEMENTS };

template <typename T> struct vector_of;
template <> struct vector_of<float> { typedef float4 type; };
template <> struct vector_of<unsigned> { typedef uint4 type; };

// What a tile tells the tiles behind it: nothing yet, its own sum, or the sum of everything up to its end.
enum { EMPTY, TILE_SUM, PREFIX };

// State and sum share one word of 64 bits, which is stored and loaded whole: who sees the state has the sum, and no
// fence is needed between the two.
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

template <typename T> static __device__ void tell(word *tile, unsigned state, T sum) {
  *(volatile word *)tile = (word)state << 32 | bits_of(sum);
}

template <typename T> static __device__ unsigned ask(const word *tile, T *sum) {
  word w = *(const volatile word *)tile;
  from_bits((unsigned)w, sum);
  return (unsigned)(w >> 32);
}

// scratch[0] deals out the tiles, scratch[1 + b] is tile b's word.
__global__ void clear_kernel(uint64_t *scratch, int64_t words) {
  int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
  if (i < words) scratch[i] = 0;
}

static void clear(uint64_t *scratch, int64_t words) {
  clear_kernel<<<tiles_of(words, BLOCK), BLOCK>>>(scratch, words);
}

// The block's tile: the next one that no block has. Blocks start in any order, and a block that waits holds its
// place on the SM: were tiles taken by blockIdx, the blocks that run could all wait for one that never starts. So
// a block draws its number when it runs: whoever has a lower one has started before, and the lowest of those that
// are not done waits for nobody.
static __device__ int64_t draw_tile(uint64_t *scratch) {
  __shared__ unsigned tile;
  if (threadIdx.x == 0) tile = atomicAdd((unsigned *)scratch, 1u);
  __syncthreads();
  return tile;
}

// The sum of everything before the tile, in all lanes of the one warp that calls. Lane l asks tile - 1 - l; the
// nearest tile that knows its prefix ends the search, the sums of those after it are added. If none of the 32
// knows, the search goes on 32 tiles further back. Before tile 0 the prefix is 0.
template <typename T> static __device__ T look_back(const word *words, int64_t tile) {
  int lane = threadIdx.x % WARP;
  T before = 0;
  for (int64_t other = tile - 1 - lane;; other -= WARP) {
    T sum;
    unsigned empty, prefix, needed;
    do {
      unsigned state = PREFIX;
      sum = 0;
      if (other >= 0) state = ask(words + other, &sum);
      empty = __ballot_sync(ALL_LANES, state == EMPTY);
      prefix = __ballot_sync(ALL_LANES, state == PREFIX);
      needed = prefix ? (prefix & -prefix) * 2 - 1 : ALL_LANES; // lanes up to the nearest prefix
    } while (empty & needed);
    if (!(needed >> lane & 1)) sum = 0;
    before += __shfl_sync(ALL_LANES, warp_scan(sum), WARP - 1);
    if (prefix) return before;
  }
}

// The sum of everything before this warp's elements, given their sum; tile_end, in warp 0, becomes the sum up to the
// tile's end. The tile's own sum is told before looking back, so that those behind can pass over this tile.
template <typename T>
static __device__ T sum_before_warp(T warp_sum, word *words, int64_t tile, T *tile_end) {
  __shared__ T s[WARPS];
  int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;

  if (lane == 0) s[warp] = warp_sum;
  __syncthreads();
  if (warp == 0) {
    T upto = warp_scan(lane < WARPS ? s[lane] : 0), before_warp = lane_before(upto);
    T tile_sum = __shfl_sync(ALL_LANES, upto, WARP - 1);
    if (lane == 0) tell(words + tile, TILE_SUM, tile_sum);
    T before = look_back<T>(words, tile);
    *tile_end = before + tile_sum;
    if (lane == 0) tell(words + tile, PREFIX, *tile_end);
    if (lane < WARPS) s[lane] = before + before_warp;
  }
  __syncthreads();
  return s[warp];
}

// Warp w has the w-th run of 512 elements of the tile; in its vector v, lane l has elements 128 v + 4 l to + 3, so
// that neighbouring lanes load neighbouring 16 bytes. All loads are under way before the first sum.
template <typename T>
__global__ void __launch_bounds__(BLOCK)
    scan_7_look_back_kernel(const T *in, int64_t n, int exclusive, uint64_t *scratch, T *out) {
  typedef typename vector_of<T>::type T4;
  int64_t tile = draw_tile(scratch);
  int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
  int64_t first = tile * TILE + warp * WARP_ELEMENTS + 4 * lane;
  bool whole = (tile + 1) * TILE <= n;

  T4 x[VECTORS];
  for (int v = 0; v < VECTORS; v++) {
    int64_t i = first + v * 4 * WARP;
    if (whole)
      x[v] = *(const T4 *)(in + i);
    else
      x[v] = {i < n ? in[i] : 0, i + 1 < n ? in[i + 1] : 0, i + 2 < n ? in[i + 2] : 0,
              i + 3 < n ? in[i + 3] : 0};
  }
  T before[VECTORS], warp_sum = 0; // before[v]: of the warp's elements, the sum of those before x[v]
  for (int v = 0; v < VECTORS; v++) {
    T upto = warp_scan((x[v].x + x[v].y) + (x[v].z + x[v].w));
    before[v] = warp_sum + lane_before(upto);
    warp_sum += __shfl_sync(ALL_LANES, upto, WARP - 1);
  }
  T tile_end, before_warp = sum_before_warp(warp_sum, (word *)scratch + 1, tile, &tile_end);
  for (int v = 0; v < VECTORS; v++) {
    int64_t i = first + v * 4 * WARP;
    T a = before_warp + before[v], b = a + x[v].x, c = b + x[v].y, d = c + x[v].z, e = d + x[v].w;
    T4 sums = {b, c, d, e};
    if (exclusive) sums = {a, b, c, d};
    if (whole) {
      *(T4 *)(out + i) = sums;
    } else {
      if (i < n) out[i] = sums.x;
      if (i + 1 < n) out[i + 1] = sums.y;
      if (i + 2 < n) out[i + 2] = sums.z;
      if (i + 3 < n) out[i + 3] = sums.w;
    }
  }
}

template <typename T> static int scan_7(const T *in, int64_t n, int exclusive, uint64_t *scratch, T *out) {
  if (n == 0) return 0;
  unsigned tiles = tiles_of(n, TILE);
  clear(scratch, 1 + tiles);
  scan_7_look_back_kernel<T><<<tiles, BLOCK>>>(in, n, exclusive, scratch, out);
  return cudaGetLastError();
}

int scan_7_look_back(const float *in, int64_t n, int exclusive, uint64_t *scratch, float *out) {
  return scan_7(in, n, exclusive, scratch, out);
}

// Unsigned addition wraps around; overflow of a signed one is undefined in C++. The bits are the same.
int scan_7_look_back_int(const int *in, int64_t n, int exclusive, uint64_t *scratch, int *out) {
  return scan_7((const unsigned *)in, n, exclusive, scratch, (unsigned *)out);
}

// ---- 8: stream compaction --------------------------------------------------------------------------------

// Scanned is 1 for an element that stays and 0 for one that goes: the sum before an element is its place. Inside the
// tile the elements are packed in shared memory first; then neighbouring threads store neighbouring elements.
__global__ void __launch_bounds__(BLOCK)
    scan_8_stream_compaction_kernel(const int *in, int64_t n, uint64_t *scratch, int *out, int64_t *count) {
  __shared__ int kept[TILE];
  __shared__ unsigned tile_begin, tile_end;
  int64_t tile = draw_tile(scratch);
  int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
  int64_t first = tile * TILE + warp * WARP_ELEMENTS + 4 * lane;
  bool whole = (tile + 1) * TILE <= n;

  int4 x[VECTORS];
  for (int v = 0; v < VECTORS; v++) {
    int64_t i = first + v * 4 * WARP;
    if (whole)
      x[v] = *(const int4 *)(in + i);
    else
      x[v] = {i < n ? in[i] : 0, i + 1 < n ? in[i + 1] : 0, i + 2 < n ? in[i + 2] : 0,
              i + 3 < n ? in[i + 3] : 0};
  }
  unsigned before[VECTORS], warp_sum = 0;
  for (int v = 0; v < VECTORS; v++) {
    unsigned upto = warp_scan<unsigned>((x[v].x > 0) + (x[v].y > 0) + (x[v].z > 0) + (x[v].w > 0));
    before[v] = warp_sum + lane_before(upto);
    warp_sum += __shfl_sync(ALL_LANES, upto, WARP - 1);
  }
  unsigned end, before_warp = sum_before_warp(warp_sum, (word *)scratch + 1, tile, &end);
  if (threadIdx.x == 0) {
    tile_begin = before_warp;
    tile_end = end;
    if ((tile + 1) * TILE >= n) *count = end;
  }
  __syncthreads();
  for (int v = 0; v < VECTORS; v++) {
    unsigned place = before_warp - tile_begin + before[v];
    if (x[v].x > 0) kept[place++] = x[v].x;
    if (x[v].y > 0) kept[place++] = x[v].y;
    if (x[v].z > 0) kept[place++] = x[v].z;
    if (x[v].w > 0) kept[place++] = x[v].w;
  }
  __syncthreads();
  for (unsigned k = tile_begin + threadIdx.x; k < tile_end; k += BLOCK) out[k] = kept[k - tile_begin];
}

__global__ void nothing_kept_kernel(int64_t *count) {
  *count = 0;
}

int scan_8_stream_compaction(const int *in, int64_t n, uint64_t *scratch, int *out, int64_t *count) {
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

// row_ptr is first the place where rows are counted: row_ptr[r] becomes the number of entries of row r.
__global__ void scan_9_zero_kernel(int *row_ptr, int64_t n) {
  int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
  if (i < n) row_ptr[i] = 0;
}

__global__ void scan_9_count_kernel(const int *row, int64_t entries, int *row_ptr) {
  int64_t k = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
  if (k < entries) atomicAdd(&row_ptr[row[k]], 1);
}

// The exclusive scan works in place: a block has loaded its tile when it stores it, and no other block needs it.
int scan_9_csr_build(const int *row, int64_t entries, int64_t rows, uint64_t *scratch, int *row_ptr) {
  scan_9_zero_kernel<<<tiles_of(rows + 1, BLOCK), BLOCK>>>(row_ptr, rows + 1);
  if (entries > 0) scan_9_count_kernel<<<tiles_of(entries, BLOCK), BLOCK>>>(row, entries, row_ptr);
  return scan_7_look_back_int(row_ptr, rows + 1, 1, scratch, row_ptr);
}
