// expect: inefficient 5_warp_shuffle global_sectors_excess on emu
// fault: neighbouring threads load elements that lie 32 apart.
#include "scan.h"
#define scan_5_warp_shuffle reference
#include "../solution.cu"
#undef scan_5_warp_shuffle

static __global__ void scattered_loads(const float *in, int64_t n, float *out) {
  __shared__ float s[TILE_WARPS];
  int t = threadIdx.x, lane = t % WARP, warp = t / WARP;
  int64_t i = (int64_t)blockIdx.x * SCAN_TILE + t;

  __shared__ float tile[SCAN_TILE];
  int k = t % TILE_WARPS * WARP + t / TILE_WARPS; // thread t + 1 loads 32 elements further on
  int64_t far = (int64_t)blockIdx.x * SCAN_TILE + k;
  tile[k] = far < n ? in[far] : 0;
  __syncthreads();
  float sum = warp_scan(tile[t]);
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
  scattered_loads<<<tiles_of(n, SCAN_TILE), SCAN_TILE>>>(in, n, out);
  return cudaGetLastError();
}
