// A tile by 64 threads: each scans a run of eight elements, then adds the sums of the runs in front. No step of a network.
#include "scan.h"

enum { RUN = 8, RUNS = SCAN_TILE / RUN };

static __global__ void runs(const float *in, int64_t n, float *out) {
  __shared__ float s[SCAN_TILE];
  int t = threadIdx.x;
  int64_t base = (int64_t)blockIdx.x * SCAN_TILE;
  for (int k = t; k < SCAN_TILE; k += RUNS) s[k] = base + k < n ? in[base + k] : 0;
  __syncthreads();
  for (int k = 1; k < RUN; k++) s[RUN * t + k] += s[RUN * t + k - 1]; // fault
  __syncthreads();
  float before = 0;
  for (int k = 0; k < t; k++) before += s[RUN * k + RUN - 1];
  __syncthreads();
  for (int k = 0; k < RUN; k++) s[RUN * t + k] += before;
  __syncthreads();
  for (int k = t; k < SCAN_TILE; k += RUNS)
    if (base + k < n) out[base + k] = s[k];
}

#ifdef AS_HILLIS_STEELE
int scan_1_hillis_steele(const float *in, int64_t n, float *out)
#else
int scan_2_kogge_stone(const float *in, int64_t n, float *out)
#endif
{
  if (n) runs<<<(unsigned)((n + SCAN_TILE - 1) / SCAN_TILE), RUNS>>>(in, n, out);
  return cudaGetLastError();
}
