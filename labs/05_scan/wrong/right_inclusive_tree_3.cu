// expect: pass 3_brent_kung on emu
// fault: none: the way down adds without moving, which is inclusive; the output is shifted by one.
#include "scan.h"
#define scan_3_brent_kung reference
#include "../solution.cu"
#undef scan_3_brent_kung

static __global__ void inclusive_then_shifted(const float *in, int64_t n, float *out) {
  __shared__ float s[SCAN_TILE];
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * SCAN_TILE + t, j = i + HALF_TILE;

  s[t] = i < n ? in[i] : 0;
  s[t + HALF_TILE] = j < n ? in[j] : 0;
  __syncthreads();
  for (int d = 1; d < SCAN_TILE; d *= 2) {
    int right = 2 * d * (t + 1) - 1;
    if (right < SCAN_TILE) s[right] += s[right - d];
    __syncthreads();
  }
  for (int d = HALF_TILE / 2; d > 0; d /= 2) {
    int right = 2 * d * (t + 1) - 1;
    if (right + d < SCAN_TILE) s[right + d] += s[right];
    __syncthreads();
  }
  if (i < n) out[i] = t > 0 ? s[t - 1] : 0;
  if (j < n) out[j] = s[t + HALF_TILE - 1];
}

int scan_3_brent_kung(const float *in, int64_t n, float *out) {
  if (n == 0) return 0;
  inclusive_then_shifted<<<tiles_of(n, SCAN_TILE), HALF_TILE>>>(in, n, out);
  return cudaGetLastError();
}
