// expect: inefficient 7_look_back global_bytes on emu
// fault: tiles of 512 elements: what they ask each other is a tenth of what they load, or more.
#include "scan.h"
#define scan_7_look_back     reference
#define scan_7_look_back_int reference_int
#include "../solution.cu"
#undef scan_7_look_back
#undef scan_7_look_back_int

// One element a thread, a tile of SCAN_TILE a block; the first warp looks back.
template <typename T>
__global__ void small_tiles(const T *in, int64_t n, int exclusive, uint64_t *scratch, T *out) {
  __shared__ T s[TILE_WARPS];
  __shared__ unsigned drawn;
  word *words = (word *)scratch + 1;
  int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
  if (threadIdx.x == 0) drawn = atomicAdd((unsigned *)scratch, 1u);
  __syncthreads();
  int64_t tile = drawn, i = tile * SCAN_TILE + threadIdx.x;

  T upto = warp_scan(i < n ? in[i] : 0), before = lane_before(upto);
  if (lane == WARP - 1) s[warp] = upto;
  __syncthreads();
  if (warp == 0) {
    T warps = warp_scan(lane < TILE_WARPS ? s[lane] : 0), before_warp = lane_before(warps), sum = 0;
    if (lane == WARP - 1) tell(words + tile, warps);
    for (int64_t other = tile - 1 - lane; other >= 0; other -= WARP) sum += ask<T>(words + other);
    T before_tile = __shfl_sync(ALL_LANES, warp_scan(sum), WARP - 1);
    if (lane < TILE_WARPS) s[lane] = before_tile + before_warp;
  }
  __syncthreads();
  if (i < n) out[i] = s[warp] + (exclusive ? before : upto);
}

template <typename T>
static int scan_small(const T *in, int64_t n, int exclusive, uint64_t *scratch, T *out) {
  if (n == 0) return 0;
  unsigned tiles = tiles_of(n, SCAN_TILE);
  clear_kernel<<<tiles_of(1 + tiles, BLOCK), BLOCK>>>(scratch, 1 + tiles);
  small_tiles<T><<<tiles, SCAN_TILE>>>(in, n, exclusive, scratch, out);
  return cudaGetLastError();
}

int scan_7_look_back(const float *in, int64_t n, int exclusive, uint64_t *scratch, float *out) {
  return scan_small(in, n, exclusive, scratch, out);
}

int scan_7_look_back_int(const int *in, int64_t n, int exclusive, uint64_t *scratch, int *out) {
  return scan_small((const unsigned *)in, n, exclusive, scratch, (unsigned *)out);
}
