// expect: inefficient 6_three_phase threads on emu
// fault: one block walks over all tiles: one launch, few bytes, and the device waits.
#include "scan.h"
#define scan_6_three_phase reference
#include "../solution.cu"
#undef scan_6_three_phase

// A single block goes from tile to tile and carries the sum along.
static __global__ void one_block(const float *in, int64_t n, float *out) {
  __shared__ float s[TILE_WARPS];
  int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
  float before = 0;
  for (int64_t first = 0; first < n; first += SCAN_TILE) {
    int64_t i = first + threadIdx.x;
    float sum = warp_scan(i < n ? in[i] : 0);
    if (lane == WARP - 1) s[warp] = sum;
    __syncthreads();
    for (int w = 0; w < TILE_WARPS; w++) {
      if (w == warp && i < n) out[i] = before + sum;
      before += s[w];
    }
    __syncthreads();
  }
}

int scan_6_three_phase(const float *in, int64_t n, float *scratch, float *out) {
  if (n == 0) return 0;
  (void)scratch;
  one_block<<<1, SCAN_TILE>>>(in, n, out); // fault
  return cudaGetLastError();
}
