// In TASK each thread adds up the elements before its own from shared memory, its own included or with EXCLUSIVE not.
#include "scan.h"
#include <cuda_runtime.h>

static __global__ void add_all(const float *in, int64_t n, float *out) {
  __shared__ float s[SCAN_TILE];
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * SCAN_TILE + t;

  s[t] = i < n ? in[i] : 0;
  __syncthreads();
#ifdef EXCLUSIVE
  int end = t;
#else
  int end = t + 1;
#endif
  float sum = 0;
  for (int k = 0; k < end; k++) sum += s[k]; // fault
  if (i < n) out[i] = sum;
}

int TASK(const float *in, int64_t n, float *out) {
  if (n == 0) return 0;
  add_all<<<(unsigned)((n + SCAN_TILE - 1) / SCAN_TILE), SCAN_TILE>>>(in, n, out);
  return cudaGetLastError();
}
