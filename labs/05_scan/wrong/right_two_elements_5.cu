// expect: pass 5_warp_shuffle on emu
// fault: none: two elements a thread, loaded as one float2; each warp adds up the sums before it by itself.
#include "scan.h"
#define scan_5_warp_shuffle reference
#include "../solution.cu"
#undef scan_5_warp_shuffle

static __global__ void two_elements(const float *in, int64_t n, float *out) {
  __shared__ float s[HALF_TILE / WARP];
  int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
  int64_t i = (int64_t)blockIdx.x * SCAN_TILE + 2 * threadIdx.x;
  float2 x = {0, 0};
  if (i + 1 < n)
    x = *(const float2 *)(in + i);
  else if (i < n)
    x.x = in[i];
  float upto = warp_scan(x.x + x.y), before = lane_before(upto);
  if (lane == WARP - 1) s[warp] = upto;
  __syncthreads();
  for (int w = 0; w < warp; w++) before += s[w];
  x.x += before;
  x.y += x.x;
  if (i + 1 < n)
    *(float2 *)(out + i) = x;
  else if (i < n)
    out[i] = x.x;
}

int scan_5_warp_shuffle(const float *in, int64_t n, float *out) {
  if (n == 0) return 0;
  two_elements<<<tiles_of(n, SCAN_TILE), HALF_TILE>>>(in, n, out);
  return cudaGetLastError();
}
