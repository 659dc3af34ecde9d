// expect: hazard 2_kogge_stone race-shared on emu
// fault: no barrier between the reads and the writes of a step.
#include "scan.h"
#define scan_2_kogge_stone reference
#include "../solution.cu"
#undef scan_2_kogge_stone

static __global__ void one_barrier(const float *in, int64_t n, float *out) {
  __shared__ float s[SCAN_TILE];
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * SCAN_TILE + t;

  float sum = i < n ? in[i] : 0;
  s[t] = sum;
  __syncthreads();
  for (int d = 1; d < SCAN_TILE; d *= 2) {
    if (t >= d) sum += s[t - d];
    if (t >= d) s[t] = sum;
    __syncthreads();
  }
  if (i < n) out[i] = sum;
}

int scan_2_kogge_stone(const float *in, int64_t n, float *out) {
  if (n == 0) return 0;
  one_barrier<<<tiles_of(n, SCAN_TILE), SCAN_TILE>>>(in, n, out);
  return cudaGetLastError();
}
