// expect: inefficient 3_brent_kung warp_exchanges on emu
// fault: the kernel of stage 5, made exclusive by one shuffle more: five additions an element, not two.
#include "scan.h"
#define scan_3_brent_kung reference
#include "../solution.cu"
#undef scan_3_brent_kung

__global__ void shuffles(const float *in, int64_t n, float *out) {
  __shared__ float s[TILE_WARPS];
  int t = threadIdx.x, lane = t % WARP, warp = t / WARP;
  int64_t i = (int64_t)blockIdx.x * SCAN_TILE + t;

  float upto = warp_scan(i < n ? in[i] : 0), sum = lane_before(upto); // fault
  if (lane == WARP - 1) s[warp] = upto;
  __syncthreads();
  if (warp == 0) {
    float ends = warp_scan(lane < TILE_WARPS ? s[lane] : 0);
    if (lane < TILE_WARPS) s[lane] = ends;
  }
  __syncthreads();
  if (warp > 0) sum += s[warp - 1];
  if (i < n) out[i] = sum;
}

int scan_3_brent_kung(const float *in, int64_t n, float *out) {
  if (n == 0) return 0;
  shuffles<<<tiles_of(n, SCAN_TILE), SCAN_TILE>>>(in, n, out);
  return cudaGetLastError();
}
