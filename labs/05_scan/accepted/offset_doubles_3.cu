// expect: pass 3_brent_kung
// form: two elements a thread, as an early article has it: the offset doubles on the way up and halves on the way down.
#include "scan.h"

__global__ void kernel(const float *in, float *out, int64_t n) {
  __shared__ float x[SCAN_TILE];
  int t = threadIdx.x, offset = 1;
  int64_t base = (int64_t)blockIdx.x * SCAN_TILE;
  x[t] = base + t < n ? in[base + t] : 0;
  x[t + 256] = base + t + 256 < n ? in[base + t + 256] : 0;
  for (int d = SCAN_TILE >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d) {
      int left = offset * (2 * t + 1) - 1, right = offset * (2 * t + 2) - 1;
      x[right] += x[left];
    }
    offset *= 2;
  }
  if (t == 0) x[SCAN_TILE - 1] = 0;
  for (int d = 1; d < SCAN_TILE; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (t < d) {
      int left = offset * (2 * t + 1) - 1, right = offset * (2 * t + 2) - 1;
      float sum = x[left];
      x[left] = x[right];
      x[right] += sum;
    }
  }
  __syncthreads();
  if (base + t < n) out[base + t] = x[t];
  if (base + t + 256 < n) out[base + t + 256] = x[t + 256];
}
int scan_3_brent_kung(const float *in, int64_t n, float *out) {
  if (n > 0) kernel<<<(unsigned)((n + 511) / 512), 256>>>(in, out, n);
  return cudaGetLastError();
}
