// expect: inefficient 2_kogge_stone global_bytes on emu
// fault: copies the input to the output and scans that in place: every element goes to memory and back twice.
#include "scan.h"
#define scan_2_kogge_stone reference
#include "../solution.cu"
#undef scan_2_kogge_stone

static __global__ void copies_first(const float *in, int64_t n, float *out) {
  __shared__ float s[SCAN_TILE];
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * SCAN_TILE + t;

  if (i < n) out[i] = in[i];
  float sum = i < n ? out[i] : 0;
  s[t] = sum;
  __syncthreads();
  for (int d = 1; d < SCAN_TILE; d *= 2) {
    if (t >= d) sum += s[t - d];
    __syncthreads();
    if (t >= d) s[t] = sum;
    __syncthreads();
  }
  if (i < n) out[i] = sum;
}

int scan_2_kogge_stone(const float *in, int64_t n, float *out) {
  if (n == 0) return 0;
  copies_first<<<tiles_of(n, SCAN_TILE), SCAN_TILE>>>(in, n, out);
  return cudaGetLastError();
}
