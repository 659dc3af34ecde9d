// expect: wrong 3_brent_kung
// fault: exclusive is inclusive minus the own element: infinity minus infinity is NaN.
#include "scan.h"
#define scan_3_brent_kung reference
#include "../solution.cu"
#undef scan_3_brent_kung

static __global__ void subtracts(const float *in, int64_t n, float *out) {
  __shared__ float s[SCAN_TILE];
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * SCAN_TILE + t, j = i + HALF_TILE;

  s[t] = i < n ? in[i] : 0;
  s[t + HALF_TILE] = j < n ? in[j] : 0;
  __syncthreads();
  for (int d = 1; d < SCAN_TILE; d *= 2) {
    int right_run = t / d * 2 * d + d;
    s[right_run + t % d] += s[right_run - 1];
    __syncthreads();
  }
  if (i < n) out[i] = s[t] - in[i];
  if (j < n) out[j] = s[t + HALF_TILE] - in[j];
}

int scan_3_brent_kung(const float *in, int64_t n, float *out) {
  if (n == 0) return 0;
  subtracts<<<tiles_of(n, SCAN_TILE), HALF_TILE>>>(in, n, out);
  return cudaGetLastError();
}
