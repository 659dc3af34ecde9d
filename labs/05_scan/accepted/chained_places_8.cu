// expect: pass 8_stream_compaction on emu
// form: one element after the other a thread, votes give the places, the tiles' counts go from tile to tile by a chain.
#include "scan.h"
#include <cuda_runtime.h>

enum { THREADS = 256, ROUNDS = 16, PLACES_TILE = THREADS * ROUNDS };
typedef unsigned long long count_word;

__global__ void places_clear(uint64_t *scratch, int64_t words) {
  int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x;
  if (i < words) scratch[i] = 0;
}

// scratch[0] is the ticket; scratch[1 + b] becomes 1 more than the number kept up to the end of tile b.
__global__ void places_kernel(const int *in, int64_t n, count_word *scratch, int *out, int64_t *count) {
  __shared__ int kept[PLACES_TILE];
  __shared__ unsigned of_warp[THREADS / 32], drawn;
  __shared__ count_word before;
  int t = threadIdx.x, lane = t % 32, warp = t / 32;
  unsigned packed = 0;

  if (t == 0) drawn = (unsigned)atomicAdd(scratch, 1ull);
  __syncthreads();
  int64_t tile = drawn, first = tile * PLACES_TILE;
  for (int k = 0; k < PLACES_TILE; k += THREADS) {
    int64_t i = first + k + t;
    int x = i < n ? in[i] : 0;
    unsigned votes = __ballot_sync(0xffffffffu, x > 0);
    if (lane == 0) of_warp[warp] = __popc(votes);
    __syncthreads();
    unsigned place = packed + __popc(votes & ((1u << lane) - 1));
    for (int w = 0; w < THREADS / 32; w++) {
      if (w < warp) place += of_warp[w];
      packed += of_warp[w];
    }
    if (x > 0) kept[place] = x;
    __syncthreads();
  }
  if (t == 0) {
    count_word sum = 1;
    if (tile > 0)
      while ((sum = *(volatile count_word *)&scratch[tile]) == 0) {
      }
    *(volatile count_word *)&scratch[1 + tile] = sum + packed;
    before = sum - 1;
    if (first + PLACES_TILE >= n) *count = (int64_t)(before + packed);
  }
  __syncthreads();
  for (unsigned k = t; k < packed; k += THREADS) out[before + k] = kept[k];
}

__global__ void places_of_nothing(int64_t *count) {
  *count = 0;
}

int scan_8_stream_compaction(const int *in, int64_t n, uint64_t *scratch, int *out, int64_t *count) {
  if (n == 0) {
    places_of_nothing<<<1, 1>>>(count);
    return cudaGetLastError();
  }
  int64_t tiles = (n + PLACES_TILE - 1) / PLACES_TILE;
  places_clear<<<(unsigned)(tiles / THREADS + 1), THREADS>>>(scratch, 1 + tiles);
  places_kernel<<<(unsigned)tiles, THREADS>>>(in, n, (count_word *)scratch, out, count);
  return cudaGetLastError();
}
