// expect: pass 3_brent_kung
// form: PMPP, 4th edition, section 11.5: 64 threads scan 8 elements each, then the threads' sums are scanned and added.
#include "scan.h"
#include <cuda_runtime.h>

enum { THREADS = 64, EACH = SCAN_TILE / THREADS };

__global__ void coarsened_kernel(const float *in, int64_t n, float *out) {
  __shared__ float s[SCAN_TILE + SCAN_TILE / EACH], ends[THREADS];
  int t = threadIdx.x;
  int64_t first = (int64_t)blockIdx.x * SCAN_TILE;

  for (int k = t; k < SCAN_TILE; k += THREADS) s[k + k / EACH] = first + k < n ? in[first + k] : 0;
  __syncthreads();
  float *own = s + t * (EACH + 1), sum = 0;
  for (int k = 0; k < EACH; k++) sum += own[k];
  ends[t] = sum;
  __syncthreads();
  for (int d = 1; d < THREADS; d *= 2) {
    float left = t >= d ? ends[t - d] : 0;
    __syncthreads();
    if (t >= d) ends[t] += left;
    __syncthreads();
  }
  float before = t > 0 ? ends[t - 1] : 0;
  for (int k = 0; k < EACH; k++) {
    float x = own[k];
    own[k] = before;
    before += x;
  }
  __syncthreads();
  for (int k = t; k < SCAN_TILE; k += THREADS)
    if (first + k < n) out[first + k] = s[k + k / EACH];
}

int scan_3_brent_kung(const float *in, int64_t n, float *out) {
  if (n == 0) return 0;
  coarsened_kernel<<<(unsigned)((n + SCAN_TILE - 1) / SCAN_TILE), THREADS>>>(in, n, out);
  return cudaGetLastError();
}
