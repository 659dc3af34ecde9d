// In TASK all threads load and one adds up, inclusively or with EXCLUSIVE.
#include "scan.h"
#include <cuda_runtime.h>

static __global__ void one_thread(const float *in, int64_t n, float *out) {
  __shared__ float s[SCAN_TILE];
  int t = threadIdx.x;
  int64_t first = (int64_t)blockIdx.x * SCAN_TILE;

  s[t] = first + t < n ? in[first + t] : 0;
  __syncthreads();
  float sum = 0;
  for (int k = 0; t == 0 && k < SCAN_TILE; k++) { // fault
    float before = sum;
    sum += s[k];
#ifdef EXCLUSIVE
    if (first + k < n) out[first + k] = before;
#else
    if (first + k < n) out[first + k] = sum;
#endif
  }
}

int TASK(const float *in, int64_t n, float *out) {
  if (n == 0) return 0;
  one_thread<<<(unsigned)((n + SCAN_TILE - 1) / SCAN_TILE), SCAN_TILE>>>(in, n, out);
  return cudaGetLastError();
}
