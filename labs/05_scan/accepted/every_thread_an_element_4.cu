// expect: pass 4_sklansky
// form: one thread an element: those whose index has the bit d add the last sum of the run before theirs.
#include "scan.h"
#include <cuda_runtime.h>

__global__ void sklansky_by_bits_kernel(const float *in, int64_t n, float *out) {
  __shared__ float s[SCAN_TILE];
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * SCAN_TILE + t;

  s[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int d = 1; d < SCAN_TILE; d *= 2) {
    if (t & d) s[t] += s[(t & -d) - 1];
    __syncthreads();
  }
  if (i < n) out[i] = s[t];
}

int scan_4_sklansky(const float *in, int64_t n, float *out) {
  if (n == 0) return 0;
  sklansky_by_bits_kernel<<<(unsigned)((n + SCAN_TILE - 1) / SCAN_TILE), SCAN_TILE>>>(in, n, out);
  return cudaGetLastError();
}
