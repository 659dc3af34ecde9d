// expect: pass 4_sklansky
// form: half as many threads as elements, each the addition of its own pair; a union in shared memory.
#include "scan.h"
#include <cuda_runtime.h>
union Row {
  float f[SCAN_TILE];
  float2 p[SCAN_TILE / 2];
};
__global__ void sklansky(const float *in, int64_t n, float *out) {
  __shared__ Row s;
  unsigned t = threadIdx.x;
  size_t base = (size_t)blockIdx.x * SCAN_TILE;
  for (unsigned k = t; k < SCAN_TILE; k += SCAN_TILE / 2) s.f[k] = base + k < (size_t)n ? in[base + k] : 0.f;
  __syncthreads();
#pragma unroll
  for (unsigned d = 1; d < SCAN_TILE; d <<= 1) {
    unsigned group = t / d, left = group * 2 * d + d - 1, mine = left + 1 + t % d;
    s.f[mine] += s.f[left];
    __syncthreads();
  }
  for (unsigned k = t; k < SCAN_TILE; k += SCAN_TILE / 2)
    if (base + k < (size_t)n) out[base + k] = s.f[k];
}
int scan_4_sklansky(const float *in, int64_t n, float *out) {
  if (n) sklansky<<<(unsigned)((n + SCAN_TILE - 1) / SCAN_TILE), SCAN_TILE / 2>>>(in, n, out);
  return cudaGetLastError();
}
