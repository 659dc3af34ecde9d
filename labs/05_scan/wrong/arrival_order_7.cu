// expect: wrong 7_look_back on gpu
// fault: [order] a tile takes the sum of the tiles that came earlier for the sum before it: tiles come in any order.
#include "scan.h"
#define scan_7_look_back reference
#include "../solution.cu"
#undef scan_7_look_back

// Tiles are taken in order, and blocks that run one after the other also add their sums in order; blocks that run
// at the same time do not.
static __global__ void arrival_order(const float *in, int64_t n, int exclusive, uint64_t *scratch,
                                     float *out) {
  __shared__ float s[TILE_WARPS], before_tile;
  __shared__ unsigned ticket;
  float *total = (float *)(scratch + 1);
  int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
  if (threadIdx.x == 0) ticket = atomicAdd((unsigned *)scratch, 1u);
  __syncthreads();
  int64_t i = (int64_t)ticket * SCAN_TILE + threadIdx.x;

  float upto = warp_scan(i < n ? in[i] : 0), before = lane_before(upto);
  if (lane == WARP - 1) s[warp] = upto;
  __syncthreads();
  if (warp == 0) {
    float warps = warp_scan(lane < TILE_WARPS ? s[lane] : 0), before_warp = lane_before(warps);
    if (lane == WARP - 1) before_tile = atomicAdd(total, warps); // fault
    if (lane < TILE_WARPS) s[lane] = before_warp;
  }
  __syncthreads();
  if (i < n) out[i] = before_tile + s[warp] + (exclusive ? before : upto);
}

int scan_7_look_back(const float *in, int64_t n, int exclusive, uint64_t *scratch, float *out) {
  if (n == 0) return 0;
  clear_kernel<<<1, BLOCK>>>(scratch, 2);
  arrival_order<<<tiles_of(n, SCAN_TILE), SCAN_TILE>>>(in, n, exclusive, scratch, out);
  return cudaGetLastError();
}
