// expect: hazard 5_warp_shuffle warp-sync-mask on emu
// fault: shuffles inside `if (lane >= d)`: the mask names lanes that do not come.
#include "scan.h"
#define scan_5_warp_shuffle reference
#include "../solution.cu"
#undef scan_5_warp_shuffle

static __device__ float branch_scan(float x) {
  int lane = threadIdx.x % WARP;
  for (int d = 1; d < WARP; d *= 2)
    if (lane >= d) x += __shfl_up_sync(ALL_LANES, x, d);
  return x;
}

static __global__ void in_branch(const float *in, int64_t n, float *out) {
  __shared__ float s[TILE_WARPS];
  int t = threadIdx.x, lane = t % WARP, warp = t / WARP;
  int64_t i = (int64_t)blockIdx.x * SCAN_TILE + t;

  float sum = branch_scan(i < n ? in[i] : 0);
  if (lane == WARP - 1) s[warp] = sum;
  __syncthreads();
  if (warp == 0) {
    float upto = warp_scan(lane < TILE_WARPS ? s[lane] : 0);
    if (lane < TILE_WARPS) s[lane] = upto;
  }
  __syncthreads();
  if (warp > 0) sum += s[warp - 1];
  if (i < n) out[i] = sum;
}

int scan_5_warp_shuffle(const float *in, int64_t n, float *out) {
  if (n == 0) return 0;
  in_branch<<<tiles_of(n, SCAN_TILE), SCAN_TILE>>>(in, n, out);
  return cudaGetLastError();
}
