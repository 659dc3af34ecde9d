// expect: inefficient 3_brent_kung shared_store_requests on emu
// fault: the additions of stage 2, shifted by one to be exclusive: 9 an element.
#include "scan.h"
#define scan_3_brent_kung reference
#include "../solution.cu"
#undef scan_3_brent_kung

static __global__ void shifted(const float *in, int64_t n, float *out) {
  __shared__ float s[SCAN_TILE];
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * SCAN_TILE + t;

  float sum = i < n ? in[i] : 0;
  s[t] = sum;
  __syncthreads();
  for (int d = 1; d < SCAN_TILE; d *= 2) {
    if (t >= d) sum += s[t - d];
    __syncthreads();
    if (t >= d) s[t] = sum;
    __syncthreads();
  }
  if (i < n) out[i] = t > 0 ? s[t - 1] : 0;
}

int scan_3_brent_kung(const float *in, int64_t n, float *out) {
  if (n == 0) return 0;
  shifted<<<tiles_of(n, SCAN_TILE), SCAN_TILE>>>(in, n, out);
  return cudaGetLastError();
}
