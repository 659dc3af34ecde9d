// expect: inefficient 8_stream_compaction global_bytes on emu
// fault: loads the tile a second time, instead of keeping what was packed until its place is known.
#include "scan.h"
#define scan_8_stream_compaction reference
#include "../solution.cu"
#undef scan_8_stream_compaction

static __global__ void __launch_bounds__(BLOCK, 2)
    loads_again(const int *in, int64_t n, int rounds, uint64_t *scratch, int *out, int64_t *count) {
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
      int4 *again = (int4 *)two_tiles + (1 - now) * TILE_VECTORS + warp * WARP_VECTORS;
      load_part(in, n, last * TILE + warp * WARP_ELEMENTS, again);
      pack_part((int *)again);
      const int *part = (const int *)again;
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

int scan_8_stream_compaction(const int *in, int64_t n, uint64_t *scratch, int *out, int64_t *count) {
  if (n == 0) return reference(in, n, scratch, out, count);
  int blocks, rounds, error = prepare(loads_again, tiles_of(n, TILE), scratch, &blocks, &rounds);
  if (error) return error;
  loads_again<<<blocks, BLOCK, TWO_TILES>>>(in, n, rounds, scratch, out, count);
  return cudaGetLastError();
}
