// expect: inefficient 6_three_phase global_bytes on emu
// fault: no second phase: every block adds up the sums of all tiles before it.
#include "scan.h"
#define scan_6_three_phase reference
#include "../solution.cu"
#undef scan_6_three_phase

static __global__ void add_all_before(float *out, int64_t n, const float *sums) {
  int64_t i = (int64_t)(blockIdx.x + 1) * SCAN_TILE + threadIdx.x;
  __shared__ float before;
  if (threadIdx.x == 0) {
    before = 0;
    for (unsigned b = 0; b <= blockIdx.x; b++) before += sums[b];
  }
  __syncthreads();
  if (i < n) out[i] += before;
}

int scan_6_three_phase(const float *in, int64_t n, float *scratch, float *out) {
  if (n == 0) return 0;
  unsigned tiles = tiles_of(n, SCAN_TILE);
  scan_5_warp_shuffle_kernel<<<tiles, SCAN_TILE>>>(in, n, out, scratch);
  if (tiles > 1) add_all_before<<<tiles - 1, SCAN_TILE>>>(out, n, scratch);
  return cudaGetLastError();
}
