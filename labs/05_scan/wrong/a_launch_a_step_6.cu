// expect: inefficient 6_three_phase launches on emu
// fault: the sums of the tiles are scanned as in stage 1, one launch a step.
#include "scan.h"
#define scan_6_three_phase reference
#include "../solution.cu"
#undef scan_6_three_phase

static __global__ void step(const float *from, int64_t n, int64_t d, float *to) {
  int64_t i = (int64_t)blockIdx.x * SCAN_TILE + threadIdx.x;
  if (i < n) to[i] = from[i] + (i >= d ? from[i - d] : 0);
}

int scan_6_three_phase(const float *in, int64_t n, float *scratch, float *out) {
  if (n == 0) return 0;
  unsigned tiles = tiles_of(n, SCAN_TILE);
  float *from = scratch, *to = scratch + tiles;
  scan_5_warp_shuffle_kernel<<<tiles, SCAN_TILE>>>(in, n, out, from);
  for (int64_t d = 1; d < tiles; d *= 2) {
    step<<<tiles_of(tiles, SCAN_TILE), SCAN_TILE>>>(from, tiles, d, to);
    float *other = from;
    from = to;
    to = other;
  }
  if (tiles > 1) scan_6_add_kernel<<<tiles - 1, SCAN_TILE>>>(out, n, from);
  return cudaGetLastError();
}
