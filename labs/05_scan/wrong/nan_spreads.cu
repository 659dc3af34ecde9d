// expect: wrong 2_kogge_stone
// fault: adds 0 times a sum instead of nothing: a NaN reaches the elements before it.
#include "scan.h"
#define scan_2_kogge_stone reference
#include "../solution.cu"
#undef scan_2_kogge_stone

static __global__ void nan_spreads(const float *in, int64_t n, float *out) {
  __shared__ float s[SCAN_TILE];
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * SCAN_TILE + t;

  float sum = i < n ? in[i] : 0;
  s[t] = sum;
  __syncthreads();
  for (int d = 1; d < SCAN_TILE; d *= 2) {
    sum += (t >= d) * s[(t - d) & (SCAN_TILE - 1)];
    __syncthreads();
    if (t >= d) s[t] = sum;
    __syncthreads();
  }
  if (i < n) out[i] = sum;
}

int scan_2_kogge_stone(const float *in, int64_t n, float *out) {
  if (n == 0) return 0;
  nan_spreads<<<tiles_of(n, SCAN_TILE), SCAN_TILE>>>(in, n, out);
  return cudaGetLastError();
}
