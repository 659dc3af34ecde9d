// expect: inefficient 6_three_phase global_sectors_excess on emu
// fault: in the third phase a thread adds to elements that lie 16 apart from its neighbour's.
#include "scan.h"
#define scan_6_three_phase reference
#include "../solution.cu"
#undef scan_6_three_phase

static __global__ void scattered_add(float *out, int64_t n, const float *upto) {
  int t = threadIdx.x % WARP * TILE_WARPS + threadIdx.x / WARP;
  int64_t i = (int64_t)(blockIdx.x + 1) * SCAN_TILE + t;
  if (i < n) out[i] += upto[blockIdx.x];
}

int scan_6_three_phase(const float *in, int64_t n, float *scratch, float *out) {
  if (n == 0) return 0;
  unsigned tiles = tiles_of(n, SCAN_TILE);
  scan_5_warp_shuffle_kernel<<<tiles, SCAN_TILE>>>(in, n, out, scratch);
  if (tiles == 1) return cudaGetLastError();
  int error = reference(scratch, tiles, scratch + tiles, scratch);
  if (error) return error;
  scattered_add<<<tiles - 1, SCAN_TILE>>>(out, n, scratch);
  return cudaGetLastError();
}
