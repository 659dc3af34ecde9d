// Lab 05, the reference: five ways to scan a tile, two to scan a whole array, and two uses of a scan.
//
// The ladder. Every step names the counter that shows it, for a tile of 512 elements; the handout's table has
// the numbers of a whole run.
//
//   1 hillis_steele      every element adds the one 1, 2, 4, ... before it, from one buffer into another:
//                        9 steps, 10 barriers, and all warps store in each step.
//   2 kogge_stone        one buffer, the own sum in a register: a step loads one word instead of two. The
//                        price is a second barrier a step.
//   3 brent_kung         a tree up and a tree down: 2 additions an element instead of 8, so that shared
//                        stores are halved; but 18 steps.
//   4 sklansky           9 steps again, in each of which half of the elements add: 10 barriers.
//   5 warp_shuffle       warps scan in registers, only their sums pass through shared memory: 2 barriers, a
//                        fifth of the shared stores.
//   6 three_phase        tiles, the scan of their sums, an addition: any n, but every element is loaded and
//                        stored twice.
//   7 look_back          one pass: a tile gets the sum before it from the tiles before it. 8n bytes.
//   8 stream_compaction  the same pass; what is told are numbers of elements kept, and their sums are places.
//   9 csr_build          counting, then the scan of stage 7: row pointers.
#include "scan.h"
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

enum { WARP = 32, HALF_TILE = SCAN_TILE / 2, TILE_WARPS = SCAN_TILE / WARP };
static const unsigned ALL_LANES = 0xffffffff;

static __host__ __device__ unsigned tiles_of(int64_t n, int64_t per_tile) {
  return (unsigned)((n + per_tile - 1) / per_tile);
}

// ---- 1: Hillis and Steele --------------------------------------------------------------------------------

// After the step with distance d, to[t] is the sum of the last 2d elements up to t. A step reads what the
// others have left of the step before: it must not overwrite that. With two buffers that change places, one
// barrier a step is enough.
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

// The same additions in one buffer: all read, barrier, all write, barrier. A thread's own sum stays in a
// register, and once t < d it is final: whole warps drop out of the later steps.
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

// Up: a reduction that keeps its partial sums; s[right] becomes the sum of the 2d elements that end there.
// Down: the total is replaced by 0, the sum before the whole tile; then every pair of halves gets its "sum
// before": the left half the pair's own, the right half that plus the left half's sum. In both sweeps the
// first threads work, so that whole warps drop out. 511 additions up, 511 down.
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

// With d = 1, 2, 4, ... pairs of scanned runs of d elements become runs of 2d: the last sum of the left run
// is added to every element of the right one. That is 256 additions in each step, one a thread. Only right
// runs are written and only last elements of left runs are read besides, so one barrier a step is enough.
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

// The steps over distances below 32 happen in registers. Then 16 warp sums are left, few enough for one warp.
// The tile's sum goes to sums[tile] where sums is not NULL (stage 6 asks for it).
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

// Scan the tiles, scan their sums (in place, in the same way), add. Each level has 512 times fewer elements:
// 2^20 take two levels of sums, 2^30 three.
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

// A tile is now what a block of 640 threads holds in shared memory, 50 KiB, and a block holds two of them; an
// H200's SM has room for two blocks. Warp w has the w-th run of 640 elements.
enum { BLOCK = 640, WARPS = BLOCK / WARP, VECTORS = 5, WARP_VECTORS = VECTORS * WARP };
enum { WARP_ELEMENTS = 4 * WARP_VECTORS, TILE_VECTORS = WARPS * WARP_VECTORS, TILE = WARPS * WARP_ELEMENTS };
enum { TWO_TILES = 2 * TILE_VECTORS * 16 }; // bytes

template <typename T> struct vector_of;
template <> struct vector_of<float> { typedef float4 type; };
template <> struct vector_of<unsigned> { typedef uint4 type; };

// What a tile tells the others is its sum, and that it is there, in one word of 64 bits, which is stored and
// loaded whole: who sees that the sum is there has it, and no fence is needed between the two.
typedef unsigned long long word;
static const word TOLD = 1ull << 32;

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

template <typename T> static __device__ void tell(word *tile, T sum) {
  *(volatile word *)tile = TOLD | bits_of(sum);
}

// Waits until the tile's sum is there.
template <typename T> static __device__ T ask(const word *tile) {
  word w;
  do w = *(const volatile word *)tile;
  while (!(w & TOLD));
  T sum;
  from_bits((unsigned)w, &sum);
  return sum;
}

// What the warps of a block tell each other, in shared memory.
template <typename T> struct block_notes {
  unsigned drawn;              // the block's next tile
  T before_warp[2][WARPS + 1]; // of two tiles, the sum before each warp's part; [WARPS]: of the whole tile
  T asked[WARPS];              // what each warp has added up of other tiles' sums
};

// The block's next tile, by thread 0: the next one that no block has. Blocks start in any order, and a block
// that waits holds its place on the SM: were tiles taken by blockIdx, the blocks that run could all wait for
// one that never starts. A number is drawn by a block that runs, and between drawing it and telling the
// tile's sum no block waits for another: every sum that is waited for comes.
template <typename T> static __device__ void draw_tile(uint64_t *scratch, block_notes<T> *notes) {
  if (threadIdx.x == 0) notes->drawn = atomicAdd((unsigned *)scratch, 1u);
}

// The warp's part of a tile goes from global to shared memory, with no register in between; past the end
// there is 0. Returns when it is there, for this warp.
template <typename T, typename T4>
static __device__ void load_part(const T *in, int64_t n, int64_t first, T4 *part) {
  int lane = threadIdx.x % WARP;
  if (first + WARP_ELEMENTS <= n) {
    const T4 *from = (const T4 *)(in + first) + lane;
    for (int v = 0; v < VECTORS; v++)
      __pipeline_memcpy_async(&part[v * WARP + lane], &from[v * WARP], sizeof(T4));
    __pipeline_commit();
    __pipeline_wait_prior(0);
  } else {
    for (int k = lane; k < WARP_ELEMENTS; k += WARP) ((T *)part)[k] = first + k < n ? in[first + k] : 0;
  }
  __syncwarp();
}

// The sum of the warp's part, in all lanes.
template <typename T, typename T4> static __device__ T sum_of_part(const T4 *part) {
  T sum = 0;
  for (int v = 0; v < VECTORS; v++) {
    T4 x = part[v * WARP + threadIdx.x % WARP];
    sum += (x.x + x.y) + (x.z + x.w);
  }
  return __shfl_sync(ALL_LANES, warp_scan(sum), WARP - 1);
}

// Given the sum of each warp's part: leaves the sum before each warp in *before_warp and tells the tile's.
// All threads call.
template <typename T> static __device__ void tell_tile(T warp_sum, T before_warp[WARPS + 1], word *tile) {
  int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
  if (lane == 0) before_warp[warp] = warp_sum;
  __syncthreads();
  if (warp > 0) return;
  T upto = warp_scan(lane < WARPS ? before_warp[lane] : 0);
  if (lane == WARPS - 1) tell(tile, upto);
  __syncwarp();
  if (lane == 0) before_warp[0] = 0;
  if (lane < WARPS) before_warp[lane + 1] = upto;
}

// The sum of tiles first to end - 1, in all threads: each asks its share of them. All threads call.
template <typename T>
static __device__ T ask_tiles(const word *words, int64_t first, int64_t end, block_notes<T> *notes) {
  int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
  T sum = 0;
  for (int64_t tile = first + threadIdx.x; tile < end; tile += BLOCK) sum += ask<T>(words + tile);
  sum = warp_scan(sum);
  if (lane == WARP - 1) notes->asked[warp] = sum;
  __syncthreads();
  return __shfl_sync(ALL_LANES, warp_scan(lane < WARPS ? notes->asked[lane] : 0), WARP - 1);
}

// Scans the warp's part, in place and starting from `before`, and stores it. Lane l scans 5 neighbouring
// vectors: an odd number, so that the 8 lanes that are served together find their vectors in different banks.
template <typename T, typename T4>
static __device__ void store_part(T before, int exclusive, T4 *part, T *out, int64_t n, int64_t first) {
  int lane = threadIdx.x % WARP;
  T4 *own = part + lane * VECTORS;
  T sum = 0;
  for (int v = 0; v < VECTORS; v++) {
    T4 x = own[v];
    sum += (x.x + x.y) + (x.z + x.w);
  }
  T a = before + lane_before(warp_scan(sum));
  for (int v = 0; v < VECTORS; v++) {
    T4 x = own[v];
    T b = a + x.x, c = b + x.y, d = c + x.z, e = d + x.w;
    T4 sums = {b, c, d, e};
    if (exclusive) sums = {a, b, c, d};
    own[v] = sums;
    a = e;
  }
  __syncwarp();
  if (first + WARP_ELEMENTS <= n) {
    T4 *to = (T4 *)(out + first) + lane;
    for (int v = 0; v < VECTORS; v++) to[v * WARP] = part[v * WARP + lane];
  } else {
    for (int k = lane; k < WARP_ELEMENTS && first + k < n; k += WARP) out[first + k] = ((T *)part)[k];
  }
  __syncwarp();
}

// In each round a block loads a tile, tells its sum, and only then turns back to the tile of the round
// before: meanwhile the others have told theirs, and few questions have to wait. `before` is the sum of all
// tiles before number `asked`; those from there to the block's own are the ones that other blocks have drawn
// since.
template <typename T>
__global__ void __launch_bounds__(BLOCK, 2)
    scan_7_look_back_kernel(const T *in, int64_t n, int exclusive, int rounds, uint64_t *scratch, T *out) {
  typedef typename vector_of<T>::type T4;
  extern __shared__ uint4 two_tiles[];
  __shared__ block_notes<T> notes;
  word *words = (word *)scratch + 1;
  int warp = threadIdx.x / WARP;
  int64_t tiles = tiles_of(n, TILE), asked = 0, last = tiles; // last: the tile of the round before, none yet
  T before = 0;

  draw_tile(scratch, &notes);
  for (int round = 0; round <= rounds; round++) {
    __syncthreads();
    int now = round % 2;
    int64_t tile = round < rounds ? notes.drawn : tiles;
    if (tile < tiles) {
      T4 *part = (T4 *)two_tiles + now * TILE_VECTORS + warp * WARP_VECTORS;
      load_part(in, n, tile * TILE + warp * WARP_ELEMENTS, part);
      tell_tile(sum_of_part<T>(part), notes.before_warp[now], words + tile);
    }
    if (last < tiles) before += ask_tiles(words, asked, last, &notes);
    if (tile < tiles && round + 1 < rounds) draw_tile(scratch, &notes);
    if (last < tiles) {
      const T *before_warp = notes.before_warp[1 - now];
      T4 *part = (T4 *)two_tiles + (1 - now) * TILE_VECTORS + warp * WARP_VECTORS;
      store_part(before + before_warp[warp], exclusive, part, out, n, last * TILE + warp * WARP_ELEMENTS);
      before += before_warp[WARPS];
      asked = last + 1;
    }
    last = tile;
  }
}

// scratch[0] deals out the tiles, scratch[1 + b] is tile b's word.
__global__ void clear_kernel(uint64_t *scratch, int64_t words) {
  int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
  if (i < words) scratch[i] = 0;
}

// Clears the words. Chooses as many blocks as run at a time, and the rounds in which they draw all tiles.
template <typename Kernel>
static int prepare(Kernel *kernel, int64_t tiles, uint64_t *scratch, int *blocks, int *rounds) {
  int processors, blocks_each;
  cudaError_t error = cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, TWO_TILES);
  if (error == cudaSuccess)
    error = cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout, 100); // of 100
  if (error == cudaSuccess) error = cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
  if (error == cudaSuccess)
    error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks_each, kernel, BLOCK, TWO_TILES);
  if (error != cudaSuccess) return error;
  int64_t running = (int64_t)processors * blocks_each;
  *blocks = (int)(tiles < running ? tiles : running);
  *rounds = tiles_of(tiles, *blocks);
  clear_kernel<<<tiles_of(1 + tiles, BLOCK), BLOCK>>>(scratch, 1 + tiles);
  return cudaGetLastError();
}

template <typename T> static int scan_7(const T *in, int64_t n, int exclusive, uint64_t *scratch, T *out) {
  if (n == 0) return 0;
  int blocks, rounds;
  int error = prepare(scan_7_look_back_kernel<T>, tiles_of(n, TILE), scratch, &blocks, &rounds);
  if (error) return error;
  scan_7_look_back_kernel<T><<<blocks, BLOCK, TWO_TILES>>>(in, n, exclusive, rounds, scratch, out);
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

// Moves what stays to the front of the warp's part, in order; returns how many. In each step 32 elements are
// read before any is overwritten; __ballot_sync says which stay, and the lanes before count as the place.
static __device__ unsigned pack_part(int *part) {
  int lane = threadIdx.x % WARP;
  unsigned kept = 0, lanes_before = (1u << lane) - 1;
  for (int k = lane; k < WARP_ELEMENTS; k += WARP) {
    int x = part[k];
    unsigned stays = __ballot_sync(ALL_LANES, x > 0);
    __syncwarp();
    if (x > 0) part[kept + __popc(stays & lanes_before)] = x;
    kept += __popc(stays);
    __syncwarp();
  }
  return kept;
}

// Stage 7 with what is told changed: how many elements stay. The sum before a warp's part is then the place
// of its first element in out, and neighbouring lanes store neighbours.
__global__ void __launch_bounds__(BLOCK, 2)
    scan_8_stream_compaction_kernel(const int *in, int64_t n, int rounds, uint64_t *scratch, int *out,
                                    int64_t *count) {
  extern __shared__ uint4 two_tiles[];
  __shared__ block_notes<unsigned> notes;
  word *words = (word *)scratch + 1;
  int warp = threadIdx.x / WARP;
  int64_t tiles = tiles_of(n, TILE), asked = 0, last = tiles;
  unsigned before = 0;

  draw_tile(scratch, &notes);
  for (int round = 0; round <= rounds; round++) {
    __syncthreads();
    int now = round % 2;
    int64_t tile = round < rounds ? notes.drawn : tiles;
    if (tile < tiles) {
      int4 *part = (int4 *)two_tiles + now * TILE_VECTORS + warp * WARP_VECTORS;
      load_part(in, n, tile * TILE + warp * WARP_ELEMENTS, part);
      tell_tile(pack_part((int *)part), notes.before_warp[now], words + tile);
    }
    if (last < tiles) before += ask_tiles(words, asked, last, &notes);
    if (tile < tiles && round + 1 < rounds) draw_tile(scratch, &notes);
    if (last < tiles) {
      const unsigned *before_warp = notes.before_warp[1 - now];
      const int *part = (const int *)two_tiles + (1 - now) * TILE + warp * WARP_ELEMENTS;
      unsigned kept = before_warp[warp + 1] - before_warp[warp];
      int *place = out + before + before_warp[warp];
      for (unsigned k = threadIdx.x % WARP; k < kept; k += WARP) place[k] = part[k];
      before += before_warp[WARPS];
      asked = last + 1;
      if (asked == tiles && threadIdx.x == 0) *count = before;
    }
    last = tile;
  }
}

__global__ void nothing_kept_kernel(int64_t *count) {
  *count = 0;
}

int scan_8_stream_compaction(const int *in, int64_t n, uint64_t *scratch, int *out, int64_t *count) {
  if (n == 0) {
    nothing_kept_kernel<<<1, 1>>>(count);
    return cudaGetLastError();
  }
  int blocks, rounds;
  int error = prepare(scan_8_stream_compaction_kernel, tiles_of(n, TILE), scratch, &blocks, &rounds);
  if (error) return error;
  scan_8_stream_compaction_kernel<<<blocks, BLOCK, TWO_TILES>>>(in, n, rounds, scratch, out, count);
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

// The exclusive scan works in place: a block has loaded its tile when it stores it, and no other block needs
// it.
int scan_9_csr_build(const int *row, int64_t entries, int64_t rows, uint64_t *scratch, int *row_ptr) {
  scan_9_zero_kernel<<<tiles_of(rows + 1, BLOCK), BLOCK>>>(row_ptr, rows + 1);
  if (entries > 0) scan_9_count_kernel<<<tiles_of(entries, BLOCK), BLOCK>>>(row, entries, row_ptr);
  return scan_7_look_back_int(row_ptr, rows + 1, 1, scratch, row_ptr);
}
