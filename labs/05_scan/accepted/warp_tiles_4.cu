// expect: pass 4_sklansky
// form: PMPP's exercise: warps build runs of 32 in shared memory with __syncwarp, blocks go on from there.
#include "scan.h"
#include <cuda_runtime.h>

__global__ void warp_runs_kernel(const float *in, int64_t n, float *out) {
  __shared__ float s[SCAN_TILE];
  int t = threadIdx.x, warp = t / 32, lane = t % 32;
  int64_t first = (int64_t)blockIdx.x * SCAN_TILE;

  // A warp's 64 elements: two runs of 32.
  int64_t i = first + 64 * warp + lane, j = i + 32;
  float *own = s + 64 * warp;
  own[lane] = i < n ? in[i] : 0;
  own[lane + 32] = j < n ? in[j] : 0;
  __syncwarp();
  for (int d = 1; d <= 32; d *= 2) {
    int right = lane / d * 2 * d + d;
    own[right + lane % d] += own[right - 1];
    __syncwarp();
  }
  __syncthreads();
  for (int d = 64; d < SCAN_TILE; d *= 2) {
    int right = t / d * 2 * d + d;
    s[right + t % d] += s[right - 1];
    __syncthreads();
  }
  if (i < n) out[i] = own[lane];
  if (j < n) out[j] = own[lane + 32];
}

int scan_4_sklansky(const float *in, int64_t n, float *out) {
  if (n == 0) return 0;
  warp_runs_kernel<<<(unsigned)((n + SCAN_TILE - 1) / SCAN_TILE), SCAN_TILE / 2>>>(in, n, out);
  return cudaGetLastError();
}
