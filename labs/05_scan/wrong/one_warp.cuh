// In TASK all threads load, and one warp scans the tile, 32 elements at a time, inclusively or with EXCLUSIVE.
#include "scan.h"
#include <cuda_runtime.h>

static __global__ void one_warp(const float *in, int64_t n, float *out) {
  __shared__ float s[SCAN_TILE];
  int t = threadIdx.x;
  int64_t first = (int64_t)blockIdx.x * SCAN_TILE;

  s[t] = first + t < n ? in[first + t] : 0;
  __syncthreads();
  if (t >= 32) return; // fault
  float carry = 0;
  for (int k = t; k < SCAN_TILE; k += 32) {
    float x = s[k];
    for (int d = 1; d < 32; d *= 2) {
      float left = __shfl_up_sync(0xffffffff, x, d);
      if (t >= d) x += left;
    }
#ifdef EXCLUSIVE
    float before = __shfl_up_sync(0xffffffff, x, 1);
    if (first + k < n) out[first + k] = t == 0 ? carry : carry + before;
#else
    if (first + k < n) out[first + k] = carry + x;
#endif
    carry += __shfl_sync(0xffffffff, x, 31);
  }
}

int TASK(const float *in, int64_t n, float *out) {
  if (n == 0) return 0;
  one_warp<<<(unsigned)((n + SCAN_TILE - 1) / SCAN_TILE), SCAN_TILE>>>(in, n, out);
  return cudaGetLastError();
}
