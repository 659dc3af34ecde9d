// expect: inefficient 5_warp_shuffle shared_store_requests on emu
// fault: warps scan in shared memory, with __syncwarp: no block barrier, but five stores a warp.
#include "scan.h"
#define scan_5_warp_shuffle reference
#include "../solution.cu"
#undef scan_5_warp_shuffle

// Lane l gets the sum of x over lanes 0 to l; s has room for the warp's 32 values.
static __device__ float warp_scan_shared(float x, volatile float *s) {
  int lane = threadIdx.x % WARP;
  for (int d = 1; d < WARP; d *= 2) {
    s[lane] = x;
    __syncwarp();
    if (lane >= d) x += s[lane - d];
    __syncwarp();
  }
  return x;
}

static __global__ void through_shared(const float *in, int64_t n, float *out) {
  __shared__ float s[TILE_WARPS];
  int t = threadIdx.x, lane = t % WARP, warp = t / WARP;
  int64_t i = (int64_t)blockIdx.x * SCAN_TILE + t;

  __shared__ float own[SCAN_TILE];
  float sum = warp_scan_shared(i < n ? in[i] : 0, own + warp * WARP);
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
  through_shared<<<tiles_of(n, SCAN_TILE), SCAN_TILE>>>(in, n, out);
  return cudaGetLastError();
}
