// expect: pass 2_kogge_stone
// form: as many zeros lie before the tile as it has elements, so that no step asks for an index.
#include "scan.h"
#include <cuda_runtime.h>

__global__ void tile_scan(const float *in, int64_t n, float *out) {
  __shared__ float room[2 * SCAN_TILE];
  float *s = room + SCAN_TILE;
  const int t = threadIdx.x;
  const int64_t i = (int64_t)blockIdx.x * SCAN_TILE + t;
  float sum = i < n ? in[i] : 0;
  s[t - SCAN_TILE] = 0;
  s[t] = sum;
  __syncthreads();
  for (int d = 1; d != SCAN_TILE; d += d) {
    sum += s[t - d];
    __syncthreads();
    s[t] = sum;
    __syncthreads();
  }
  if (i < n) out[i] = sum;
}

int scan_2_kogge_stone(const float *in, int64_t n, float *out) {
  if (n == 0) return 0;
  tile_scan<<<(unsigned)((n + SCAN_TILE - 1) / SCAN_TILE), SCAN_TILE>>>(in, n, out);
  return cudaGetLastError();
}
