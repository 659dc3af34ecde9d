// In TASK the tile is a matrix whose 32 rows one warp scans, a row a lane; a second step adds the rows before.
#include "scan.h"
#include <cuda_runtime.h>

static __global__ void rows_of_16(const float *in, int64_t n, float *out) {
  __shared__ float s[32 * 17], sums[32];
  int t = threadIdx.x, here = t / 16 * 17 + t % 16;
  int64_t i = (int64_t)blockIdx.x * SCAN_TILE + t;

  s[here] = i < n ? in[i] : 0;
  __syncthreads();
  if (t < 32) { // fault
    float sum = 0;
    for (int k = 0; k < 16; k++) s[t * 17 + k] = sum += s[t * 17 + k];
    for (int d = 1; d < 32; d *= 2) {
      float left = __shfl_up_sync(0xffffffff, sum, d);
      if (t >= d) sum += left;
    }
    sums[t] = sum;
  }
  __syncthreads();
  if (i < n) out[i] = t < 16 ? s[here] : sums[t / 16 - 1] + s[here];
}

int TASK(const float *in, int64_t n, float *out) {
  if (n == 0) return 0;
  rows_of_16<<<(unsigned)((n + SCAN_TILE - 1) / SCAN_TILE), SCAN_TILE>>>(in, n, out);
  return cudaGetLastError();
}
