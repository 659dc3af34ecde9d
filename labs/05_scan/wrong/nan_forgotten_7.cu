// expect: wrong 7_look_back
// fault: a tile's sum that is NaN is left out by the tiles behind it.
#include "scan.h"
#define scan_7_look_back reference
#include "../solution.cu"
#undef scan_7_look_back

template <typename T>
static __device__ T ask_numbers(const word *words, int64_t first, int64_t end, block_notes<T> *notes) {
  int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
  T sum = 0;
  for (int64_t tile = first + threadIdx.x; tile < end; tile += BLOCK) {
    T told = ask<T>(words + tile);
    if (told == told) sum += told;
  }
  sum = warp_scan(sum);
  if (lane == WARP - 1) notes->asked[warp] = sum;
  __syncthreads();
  return __shfl_sync(ALL_LANES, warp_scan(lane < WARPS ? notes->asked[lane] : 0), WARP - 1);
}

template <typename T>
__global__ void __launch_bounds__(BLOCK, 2)
    nan_forgotten(const T *in, int64_t n, int exclusive, int rounds, uint64_t *scratch, T *out) {
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
    if (last < tiles) before += ask_numbers(words, asked, last, &notes);
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

template <typename T>
static int scan_forgetful(const T *in, int64_t n, int exclusive, uint64_t *scratch, T *out) {
  if (n == 0) return 0;
  int blocks, rounds;
  int error = prepare(nan_forgotten<T>, tiles_of(n, TILE), scratch, &blocks, &rounds);
  if (error) return error;
  nan_forgotten<T><<<blocks, BLOCK, TWO_TILES>>>(in, n, exclusive, rounds, scratch, out);
  return cudaGetLastError();
}

int scan_7_look_back(const float *in, int64_t n, int exclusive, uint64_t *scratch, float *out) {
  return scan_forgetful(in, n, exclusive, scratch, out);
}
