// expect: inefficient 4_sklansky global_sectors_excess on emu
// fault: neighbouring threads load elements that lie 32 apart.
#include "scan.h"
#define scan_4_sklansky reference
#include "../solution.cu"
#undef scan_4_sklansky

static __global__ void scattered_loads(const float *in, int64_t n, float *out) {
  __shared__ float s[SCAN_TILE];
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * SCAN_TILE + t, j = i + HALF_TILE;

  for (int half = 0; half < SCAN_TILE; half += HALF_TILE) { // thread t + 1 loads 32 elements further on
    int k = half + t % 8 * WARP + t / 8;
    int64_t far = (int64_t)blockIdx.x * SCAN_TILE + k;
    s[k] = far < n ? in[far] : 0;
  }
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
  scattered_loads<<<tiles_of(n, SCAN_TILE), HALF_TILE>>>(in, n, out);
  return cudaGetLastError();
}
