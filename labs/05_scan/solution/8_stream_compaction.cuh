// Lab 05, stage 8: stream compaction.

// Moves the elements to keep to the front of the warp's part, in order, and returns their number. Each step
// reads 32 elements before it overwrites any. __ballot_sync gives the lanes that keep theirs; the number of
// such lanes before a lane is the place of its element.
template <int VECTORS> static __device__ unsigned pack_part(int *part) {
  enum { WARP_ELEMENTS = shape<VECTORS>::WARP_ELEMENTS };
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

// Stage 7, but a tile publishes how many elements it keeps. The sum before a warp's part is then the place of
// its first element in out. Neighbouring lanes store neighbouring elements: few sectors a store.
template <int VECTORS>
__global__ void __launch_bounds__(BLOCK, PMPP_BLOCKS(BLOCK, 2))
    scan_8_stream_compaction_kernel(const int *in, int64_t n, int rounds, uint64_t *scratch, int *out,
                                    int64_t *count) {
  enum { WARP_VECTORS = shape<VECTORS>::WARP_VECTORS, WARP_ELEMENTS = shape<VECTORS>::WARP_ELEMENTS };
  enum { TILE_VECTORS = shape<VECTORS>::TILE_VECTORS, TILE = shape<VECTORS>::TILE };
  extern __shared__ uint4 two_tiles[];
  __shared__ block_notes<unsigned> notes;
  word *words = (word *)scratch + 1;
  int warp = threadIdx.x / WARP;
  int64_t tiles = tiles_of(n, TILE), summed = 0, last = tiles;
  unsigned before = 0;

  take_ticket(scratch, &notes);
  for (int round = 0; round <= rounds; round++) {
    __syncthreads();
    int now = round % 2;
    int64_t tile = round < rounds ? notes.ticket : tiles;
    if (tile < tiles) {
      int4 *part = (int4 *)two_tiles + now * TILE_VECTORS + warp * WARP_VECTORS;
      load_part<VECTORS>(in, n, tile * TILE + warp * WARP_ELEMENTS, part);
      publish_tile(pack_part<VECTORS>((int *)part), notes.before_warp[now], words + tile);
    }
    if (last < tiles) before += poll_tiles(words, summed, last, &notes);
    if (tile < tiles && round + 1 < rounds) take_ticket(scratch, &notes);
    if (last < tiles) {
      const unsigned *before_warp = notes.before_warp[1 - now];
      const int *part = (const int *)two_tiles + (1 - now) * TILE + warp * WARP_ELEMENTS;
      unsigned kept = before_warp[warp + 1] - before_warp[warp];
      int *place = out + before + before_warp[warp];
      for (unsigned k = threadIdx.x % WARP; k < kept; k += WARP) place[k] = part[k];
      before += before_warp[WARPS];
      summed = last + 1;
      if (summed == tiles && threadIdx.x == 0) *count = before;
    }
    last = tile;
  }
}

__global__ void nothing_kept_kernel(int64_t *count) {
  *count = 0;
}

template <int VECTORS>
static int scan_8_with(const int *in, int64_t n, uint64_t *scratch, int *out, int64_t *count) {
  enum { TILE = shape<VECTORS>::TILE, TWO_TILES = shape<VECTORS>::TWO_TILES };
  int blocks, rounds;
  auto kernel = scan_8_stream_compaction_kernel<VECTORS>;
  int error = prepare<VECTORS>(kernel, tiles_of(n, TILE), scratch, &blocks, &rounds);
  if (error) return error;
  kernel<<<blocks, BLOCK, TWO_TILES>>>(in, n, rounds, scratch, out, count);
  return cudaGetLastError();
}

int scan_8_stream_compaction(const int *in, int64_t n, uint64_t *scratch, int *out, int64_t *count) {
  if (n == 0) {
    nothing_kept_kernel<<<1, 1>>>(count);
    return cudaGetLastError();
  }
  bool most;
  int error = most_fits(&most);
  if (error) return error;
  return most ? scan_8_with<MOST_VECTORS>(in, n, scratch, out, count)
              : scan_8_with<LEAST_VECTORS>(in, n, scratch, out, count);
}
