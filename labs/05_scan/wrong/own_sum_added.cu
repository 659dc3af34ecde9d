// expect: wrong 6_three_phase
// fault: tile b adds the sum up to its own end, not up to the end of the tile before.
#include "scan.h"
#define scan_6_three_phase reference
#include "../solution.cu"
#undef scan_6_three_phase

static __global__ void own_sum(float *out, int64_t n, const float *upto) {
  int64_t i = (int64_t)(blockIdx.x + 1) * SCAN_TILE + threadIdx.x;
  if (i < n) out[i] += upto[blockIdx.x + 1];
}

int scan_6_three_phase(const float *in, int64_t n, float *scratch, float *out) {
  if (n == 0) return 0;
  unsigned tiles = tiles_of(n, SCAN_TILE);
  scan_5_warp_shuffle_kernel<<<tiles, SCAN_TILE>>>(in, n, out, scratch);
  if (tiles == 1) return cudaGetLastError();
  int error = reference(scratch, tiles, scratch + tiles, scratch);
  if (error) return error;
  own_sum<<<tiles - 1, SCAN_TILE>>>(out, n, scratch);
  return cudaGetLastError();
}
