// expect: inefficient 3_brent_kung global_bytes on emu
// fault: copies the input to the output and scans that in place: every element goes to memory and back twice.
#include "scan.h"
#define scan_3_brent_kung reference
#include "../solution.cu"
#undef scan_3_brent_kung

static __global__ void copies_first(const float *in, int64_t n, float *out) {
  __shared__ float s[SCAN_TILE];
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * SCAN_TILE + t, j = i + HALF_TILE;

  if (i < n) out[i] = in[i];
  if (j < n) out[j] = in[j];
  s[t] = i < n ? out[i] : 0;
  s[t + HALF_TILE] = j < n ? out[j] : 0;
  __syncthreads();
  for (int d = 1; d < SCAN_TILE; d *= 2) {
    int right = 2 * d * (t + 1) - 1;
    if (right < SCAN_TILE) s[right] += s[right - d];
    __syncthreads();
  }
  if (t == 0) s[SCAN_TILE - 1] = 0;
  __syncthreads();
  for (int d = HALF_TILE; d > 0; d /= 2) {
    int right = 2 * d * (t + 1) - 1;
    if (right < SCAN_TILE) {
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
  copies_first<<<tiles_of(n, SCAN_TILE), HALF_TILE>>>(in, n, out);
  return cudaGetLastError();
}
