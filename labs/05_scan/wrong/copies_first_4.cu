// expect: inefficient 4_sklansky global_bytes on emu
// fault: copies the input to the output and scans that in place: every element goes to memory and back twice.
#include "scan.h"
#define scan_4_sklansky reference
#include "../solution.cu"
#undef scan_4_sklansky

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
    int right_run = t / d * 2 * d + d;
    s[right_run + t % d] += s[right_run - 1];
    __syncthreads();
  }
  if (i < n) out[i] = s[t];
  if (j < n) out[j] = s[t + HALF_TILE];
}

int scan_4_sklansky(const float *in, int64_t n, float *out) {
  if (n == 0) return 0;
  copies_first<<<tiles_of(n, SCAN_TILE), HALF_TILE>>>(in, n, out);
  return cudaGetLastError();
}
