// Stage 7 of floats with tiles of 512 elements. A wrong submission chooses its fault with a macro.
#include "scan.h"
#define scan_7_look_back reference
#include "../solution.cu"
#undef scan_7_look_back

#ifdef UNMARKED
// A word holds a sum, and 0 means that none is there.
template <typename T> static __device__ void publish_sum(word *tile, T sum) {
  *(volatile word *)tile = bits_of(sum);
}

template <typename T> static __device__ T poll_sum(const word *tile) {
  word w;
  do w = *(const volatile word *)tile;
  while (w == 0); // fault UNMARKED
  T sum;
  from_bits((unsigned)w, &sum);
  return sum;
}
#else
#define publish_sum publish
#define poll_sum    poll
#endif

// One element a thread, a tile of SCAN_TILE a block; the first warp looks back.
template <typename T>
__global__ void small_tiles(const T *in, int64_t n, int exclusive, uint64_t *scratch, T *out) {
  __shared__ T s[TILE_WARPS];
  __shared__ unsigned ticket;
  word *words = (word *)scratch + 1;
  int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
#ifdef BY_BLOCK_INDEX
  if (threadIdx.x == 0) ticket = blockIdx.x; // fault BY_BLOCK_INDEX
#else
  if (threadIdx.x == 0) ticket = atomicAdd((unsigned *)scratch, 1u);
#endif
  __syncthreads();
  int64_t tile = ticket, i = tile * SCAN_TILE + threadIdx.x; // fault SMALL

  T upto = warp_scan(i < n ? in[i] : 0), before = lane_before(upto);
  if (lane == WARP - 1) s[warp] = upto;
  __syncthreads();
  if (warp == 0) {
    T warps = warp_scan(lane < TILE_WARPS ? s[lane] : 0), before_warp = lane_before(warps), sum = 0;
    if (lane == WARP - 1) publish_sum(words + tile, warps);
    for (int64_t other = tile - 1 - lane; other >= 0; other -= WARP) sum += poll_sum<T>(words + other);
    T before_tile = __shfl_sync(ALL_LANES, warp_scan(sum), WARP - 1);
    if (lane < TILE_WARPS) s[lane] = before_tile + before_warp;
  }
  __syncthreads();
  if (i < n) out[i] = s[warp] + (exclusive ? before : upto);
}

int scan_7_look_back(const float *in, int64_t n, int exclusive, uint64_t *scratch, float *out) {
  if (n == 0) return 0;
  unsigned tiles = tiles_of(n, SCAN_TILE);
  clear_kernel<<<tiles_of(1 + tiles, BLOCK), BLOCK>>>(scratch, 1 + tiles);
  small_tiles<float><<<tiles, SCAN_TILE>>>(in, n, exclusive, scratch, out);
  return cudaGetLastError();
}
