// expect: inefficient 4_sklansky barriers on emu
// fault: the tree of stage 3, made inclusive: half of the additions, but 18 steps.
#include "scan.h"
#define scan_4_sklansky reference
#include "../solution.cu"
#undef scan_4_sklansky

static __global__ void inclusive_tree(const float *in, int64_t n, float *out) {
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
  if (i < n) out[i] = s[t] + in[i];
  if (j < n) out[j] = s[t + HALF_TILE] + in[j];
}

int scan_4_sklansky(const float *in, int64_t n, float *out) {
  if (n == 0) return 0;
  inclusive_tree<<<tiles_of(n, SCAN_TILE), HALF_TILE>>>(in, n, out);
  return cudaGetLastError();
}
