// expect: inefficient 8_stream_compaction global_sectors_excess on emu
// fault: a lane counts and stores its own 20 neighbouring elements: neighbouring lanes store far apart.
#include "scan.h"
#define scan_8_stream_compaction reference
#include "../solution.cu"
#undef scan_8_stream_compaction

static __device__ unsigned count_own(const int *part) {
  const int4 *own = (const int4 *)part + threadIdx.x % WARP * VECTORS;
  unsigned kept = 0;
  for (int v = 0; v < VECTORS; v++) {
    int4 x = own[v];
    kept += (x.x > 0) + (x.y > 0) + (x.z > 0) + (x.w > 0);
  }
  return kept;
}

static __global__ void __launch_bounds__(BLOCK, 2)
    scattered_stores(const int *in, int64_t n, int rounds, uint64_t *scratch, int *out, int64_t *count) {
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
      tell_tile(__shfl_sync(ALL_LANES, warp_scan(count_own((int *)part)), WARP - 1), notes.before_warp[now],
                words + tile);
    }
    if (last < tiles) before += ask_tiles(words, asked, last, &notes);
    if (tile < tiles && round + 1 < rounds) draw_tile(scratch, &notes);
    if (last < tiles) {
      const unsigned *before_warp = notes.before_warp[1 - now];
      const int *part = (const int *)two_tiles + (1 - now) * TILE + warp * WARP_ELEMENTS;
      int *place = out + before + before_warp[warp] + lane_before(warp_scan(count_own(part)));
      const int *own = part + threadIdx.x % WARP * 4 * VECTORS;
      for (int k = 0; k < 4 * VECTORS; k++)
        if (own[k] > 0) *place++ = own[k];
      before += before_warp[WARPS];
      asked = last + 1;
      if (asked == tiles && threadIdx.x == 0) *count = before;
    }
    last = tile;
  }
}

int scan_8_stream_compaction(const int *in, int64_t n, uint64_t *scratch, int *out, int64_t *count) {
  if (n == 0) return reference(in, n, scratch, out, count);
  int blocks, rounds, error = prepare(scattered_stores, tiles_of(n, TILE), scratch, &blocks, &rounds);
  if (error) return error;
  scattered_stores<<<blocks, BLOCK, TWO_TILES>>>(in, n, rounds, scratch, out, count);
  return cudaGetLastError();
}
