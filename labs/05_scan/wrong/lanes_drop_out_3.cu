// expect: inefficient 3_brent_kung shared_store_requests on emu
// fault: every 2nd, 4th, 8th, ... thread adds: lanes drop out, and all warps take part in each step.
#include "scan.h"
#define scan_3_brent_kung reference
#include "../solution.cu"
#undef scan_3_brent_kung

static __global__ void lanes_drop_out(const float *in, int64_t n, float *out) {
  __shared__ float s[SCAN_TILE];
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * SCAN_TILE + t, j = i + HALF_TILE;

  s[t] = i < n ? in[i] : 0;
  s[t + HALF_TILE] = j < n ? in[j] : 0;
  __syncthreads();
  for (int d = 1; d < SCAN_TILE; d *= 2) {
    int right = 2 * t + 1;
    if ((right + 1) % (2 * d) == 0) s[right] += s[right - d];
    __syncthreads();
  }
  if (t == 0) s[SCAN_TILE - 1] = 0;
  __syncthreads();
  for (int d = HALF_TILE; d > 0; d /= 2) {
    int right = 2 * t + 1;
    if ((right + 1) % (2 * d) == 0) {
      float left_sum = s[right - d];
      s[right - d] = s[right];
      s[right] += left_sum;
    }
    __syncthreads();
  }
  if (i < n) out[i] = s[t];
  if (j < n) out[j] = s[t + HALF_TILE];
}

int scan_3_brent_kung(const float *in, int64_t n, float *out) {
  if (n == 0) return 0;
  lanes_drop_out<<<tiles_of(n, SCAN_TILE), HALF_TILE>>>(in, n, out);
  return cudaGetLastError();
}
