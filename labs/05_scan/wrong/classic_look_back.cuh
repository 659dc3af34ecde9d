// Stage 7 as it is usually written: one tile a block in registers, and a search back to the nearest tile that knows
// everything before it. A wrong submission chooses its fault with a macro.
#include "scan.h"
#define scan_7_look_back     reference
#define scan_7_look_back_int reference_int
#include "../solution.cu"
#undef scan_7_look_back
#undef scan_7_look_back_int

// A tile's word: its status in the upper half, a sum in the lower.
enum { CLASSIC_WARPS = 8, CLASSIC_BLOCK = CLASSIC_WARPS * WARP, CLASSIC_VECTORS = 4 };
enum {
  CLASSIC_WARP_ELEMENTS = 4 * CLASSIC_VECTORS * WARP,
  CLASSIC_TILE = CLASSIC_WARPS * CLASSIC_WARP_ELEMENTS
};
enum { INVALID, PARTIAL, INCLUSIVE };

// A lane's vectors lie a warp's width apart, so that a warp loads neighbours; with OWN_RUN they are neighbours.
#ifdef OWN_RUN
enum { LANE_STEP = 4 * CLASSIC_VECTORS, VECTOR_STEP = 4 }; // fault OWN_RUN
#else
enum { LANE_STEP = 4, VECTOR_STEP = 4 * WARP };
#endif

#ifdef PLAIN_WORDS
typedef word shared_word; // fault PLAIN_WORDS
#else
typedef volatile word shared_word;
#endif

template <typename T> static __device__ void publish_status(word *tile, unsigned status, T sum) {
#ifdef SUM_APART
  tile[1 << 10] = bits_of(sum);
  *(shared_word *)tile = (word)status << 32; // fault SUM_APART
#else
  *(shared_word *)tile = (word)status << 32 | bits_of(sum); // fault PLAIN_WORDS
#endif
}

template <typename T> static __device__ unsigned poll_status(const word *tile, T *sum) {
  word w = *(const shared_word *)tile; // fault PLAIN_WORDS
#ifdef SUM_APART
  if (w) from_bits((unsigned)tile[1 << 10], sum);
#else
  from_bits((unsigned)w, sum);
#endif
  return (unsigned)(w >> 32);
}

static __device__ int64_t classic_ticket(uint64_t *scratch) {
  __shared__ unsigned tile;
#ifdef BY_BLOCK_INDEX
  if (threadIdx.x == 0) tile = blockIdx.x; // fault BY_BLOCK_INDEX
#else
  if (threadIdx.x == 0) tile = atomicAdd((unsigned *)scratch, 1u);
#endif
  __syncthreads();
  return tile;
}

template <typename T> static __device__ T look_back(const word *words, int64_t tile) {
  int lane = threadIdx.x % WARP;
  T before = 0;
  for (int64_t other = tile - 1 - lane;; other -= WARP) {
    T sum;
    unsigned invalid, inclusive, needed;
    do {
      unsigned status = INCLUSIVE;
      sum = 0;
      if (other >= 0) status = poll_status(words + other, &sum);
      invalid = __ballot_sync(ALL_LANES, status == INVALID);
      inclusive = __ballot_sync(ALL_LANES, status == INCLUSIVE);
      needed = inclusive ? (inclusive & -inclusive) * 2 - 1 : ALL_LANES; // lanes up to the nearest inclusive
    } while (invalid & needed);
    if (!(needed >> lane & 1)) sum = 0;
    before += __shfl_sync(ALL_LANES, warp_scan(sum), WARP - 1);
#ifndef ONE_WINDOW // fault ONE_WINDOW
    if (inclusive)
#endif
      return before;
  }
}

template <typename T>
static __device__ T sum_before_warp(T warp_sum, word *words, int64_t tile, T *tile_end) {
  __shared__ T s[CLASSIC_WARPS];
  int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;

  if (lane == 0) s[warp] = warp_sum;
  __syncthreads();
  if (warp == 0) {
    T upto = warp_scan(lane < CLASSIC_WARPS ? s[lane] : 0), before_warp = lane_before(upto);
    T tile_sum = __shfl_sync(ALL_LANES, upto, WARP - 1);
    if (lane == 0) publish_status(words + tile, PARTIAL, tile_sum);
    T before = look_back<T>(words, tile);
    *tile_end = before + tile_sum;
#ifdef INCLUSIVE_TOO_EARLY
    if (lane == 0) publish_status(words + tile, INCLUSIVE, tile_sum); // fault INCLUSIVE_TOO_EARLY
#else
    if (lane == 0) publish_status(words + tile, INCLUSIVE, *tile_end);
#endif
    if (lane < CLASSIC_WARPS) s[lane] = before + before_warp;
  }
  __syncthreads();
  return s[warp];
}

template <typename T>
__global__ void __launch_bounds__(CLASSIC_BLOCK)
    classic_kernel(const T *in, int64_t n, int exclusive, uint64_t *scratch, T *out) {
  typedef typename vector_of<T>::type T4;
  int64_t tile = classic_ticket(scratch);
  int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
  int64_t first = tile * CLASSIC_TILE + warp * CLASSIC_WARP_ELEMENTS + LANE_STEP * lane;
  bool whole = (tile + 1) * CLASSIC_TILE <= n;

  T4 x[CLASSIC_VECTORS];
  for (int v = 0; v < CLASSIC_VECTORS; v++) {
    int64_t i = first + v * VECTOR_STEP;
    if (whole)
      x[v] = *(const T4 *)(in + i);
    else
      x[v] = {i < n ? in[i] : 0, i + 1 < n ? in[i + 1] : 0, i + 2 < n ? in[i + 2] : 0,
              i + 3 < n ? in[i + 3] : 0};
  }
  T before[CLASSIC_VECTORS], warp_sum = 0; // before[v]: of the warp's elements, the sum of those before x[v]
#ifdef OWN_RUN
  for (int v = 0; v < CLASSIC_VECTORS; v++) {
    before[v] = warp_sum;
    warp_sum += (x[v].x + x[v].y) + (x[v].z + x[v].w);
  }
  T upto = warp_scan(warp_sum), lanes = lane_before(upto);
  for (int v = 0; v < CLASSIC_VECTORS; v++) before[v] += lanes;
  warp_sum = __shfl_sync(ALL_LANES, upto, WARP - 1);
#else
  for (int v = 0; v < CLASSIC_VECTORS; v++) {
    T upto = warp_scan((x[v].x + x[v].y) + (x[v].z + x[v].w));
    before[v] = warp_sum + lane_before(upto);
    warp_sum += __shfl_sync(ALL_LANES, upto, WARP - 1);
  }
#endif
  T tile_end, before_warp = sum_before_warp(warp_sum, (word *)scratch + 1, tile, &tile_end);
  for (int v = 0; v < CLASSIC_VECTORS; v++) {
    int64_t i = first + v * VECTOR_STEP;
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

template <typename T> static int classic(const T *in, int64_t n, int exclusive, uint64_t *scratch, T *out) {
  if (n == 0) return 0;
  unsigned tiles = tiles_of(n, CLASSIC_TILE);
#ifndef WORDS_NOT_CLEARED // fault WORDS_NOT_CLEARED
  clear_kernel<<<tiles_of(1 + tiles, BLOCK), BLOCK>>>(scratch, 1 + tiles);
#endif
  classic_kernel<T><<<tiles, CLASSIC_BLOCK>>>(in, n, exclusive, scratch, out);
  return cudaGetLastError();
}

int scan_7_look_back(const float *in, int64_t n, int exclusive, uint64_t *scratch, float *out) {
  return classic(in, n, exclusive, scratch, out);
}

int scan_7_look_back_int(const int *in, int64_t n, int exclusive, uint64_t *scratch, int *out) {
  return classic((const unsigned *)in, n, exclusive, scratch, (unsigned *)out);
}
