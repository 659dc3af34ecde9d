// expect: pass 4_sklansky on emu
// fault: none: a thread has one element and adds where its index has the bit d.
#include "scan.h"
#define scan_4_sklansky reference
#include "../solution.cu"
#undef scan_4_sklansky

static __global__ void own_elements(const float *in, int64_t n, float *out) {
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
  own_elements<<<tiles_of(n, SCAN_TILE), SCAN_TILE>>>(in, n, out);
  return cudaGetLastError();
}
