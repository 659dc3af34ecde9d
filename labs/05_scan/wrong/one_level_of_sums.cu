// expect: wrong 6_three_phase
// fault: the sums are scanned as one tile: right as long as there are at most 512 of them.
#include "scan.h"
#define scan_6_three_phase reference
#include "../solution.cu"
#undef scan_6_three_phase

int scan_6_three_phase(const float *in, int64_t n, float *scratch, float *out) {
  if (n == 0) return 0;
  unsigned tiles = tiles_of(n, SCAN_TILE);
  scan_5_warp_shuffle_kernel<<<tiles, SCAN_TILE>>>(in, n, out, scratch);
  if (tiles == 1) return cudaGetLastError();
  scan_5_warp_shuffle_kernel<<<tiles_of(tiles, SCAN_TILE), SCAN_TILE>>>(scratch, tiles, scratch, NULL);
  scan_6_add_kernel<<<tiles - 1, SCAN_TILE>>>(out, n, scratch);
  return cudaGetLastError();
}
