// expect: pass 4_sklansky
// form: the network with a read and a write phase, as PMPP's Kogge and Stone has them.
#include "scan.h"
#include <cuda_runtime.h>

__global__ void sklansky_two_phases_kernel(const float *in, int64_t n, float *out) {
  __shared__ float s[SCAN_TILE];
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * SCAN_TILE + t, j = i + SCAN_TILE / 2;

  s[t] = i < n ? in[i] : 0;
  s[t + SCAN_TILE / 2] = j < n ? in[j] : 0;
  for (int step = 0; step < 9; step++) {
    int run = t >> step, k = t & ((1 << step) - 1), last = (2 * run + 1) * (1 << step) - 1;
    __syncthreads();
    float sum = s[last + 1 + k] + s[last];
    __syncthreads();
    s[last + 1 + k] = sum;
  }
  __syncthreads();
  if (i < n) out[i] = s[t];
  if (j < n) out[j] = s[t + SCAN_TILE / 2];
}

int scan_4_sklansky(const float *in, int64_t n, float *out) {
  if (n == 0) return 0;
  sklansky_two_phases_kernel<<<(unsigned)((n + SCAN_TILE - 1) / SCAN_TILE), SCAN_TILE / 2>>>(in, n, out);
  return cudaGetLastError();
}
