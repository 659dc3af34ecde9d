// expect: inefficient 1_hillis_steele simt_efficiency on emu
// fault: all threads load, one adds up: 31 lanes of its warp and 15 warps wait.
#include "scan.h"
#define scan_1_hillis_steele reference
#include "../solution.cu"
#undef scan_1_hillis_steele

static __global__ void one_thread(const float *in, int64_t n, float *out) {
  __shared__ float s[SCAN_TILE];
  int t = threadIdx.x;
  int64_t first = (int64_t)blockIdx.x * SCAN_TILE;

  s[t] = first + t < n ? in[first + t] : 0;
  __syncthreads();
  float sum = 0;
  for (int k = 0; t == 0 && k < SCAN_TILE; k++) {
    sum += s[k];
    if (first + k < n) out[first + k] = sum;
  }
}

int scan_1_hillis_steele(const float *in, int64_t n, float *out) {
  if (n == 0) return 0;
  one_thread<<<tiles_of(n, SCAN_TILE), SCAN_TILE>>>(in, n, out);
  return cudaGetLastError();
}
