// expect: pass 1_hillis_steele
// form: both buffers in one array, whose halves change places.
#include "scan.h"

__global__ void kernel(const float *in, float *out, int64_t n) {
  __shared__ float x[2 * SCAN_TILE];
  int t = threadIdx.x, to = 0, from = 1;
  int64_t i = (int64_t)blockIdx.x * SCAN_TILE + t;
  x[to * SCAN_TILE + t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int offset = 1; offset < SCAN_TILE; offset *= 2) {
    to = 1 - to;
    from = 1 - to;
    if (t >= offset)
      x[to * SCAN_TILE + t] = x[from * SCAN_TILE + t] + x[from * SCAN_TILE + t - offset];
    else
      x[to * SCAN_TILE + t] = x[from * SCAN_TILE + t];
    __syncthreads();
  }
  if (i < n) out[i] = x[to * SCAN_TILE + t];
}
int scan_1_hillis_steele(const float *in, int64_t n, float *out) {
  if (n > 0) kernel<<<(unsigned)((n + 511) / 512), 512>>>(in, out, n);
  return cudaGetLastError();
}
