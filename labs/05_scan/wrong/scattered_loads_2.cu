// expect: inefficient 2_kogge_stone global_sectors_excess on emu
// fault: neighbouring threads load elements that lie 32 apart.
#include "scan.h"
#define scan_2_kogge_stone reference
#include "../solution.cu"
#undef scan_2_kogge_stone

static __global__ void scattered_loads(const float *in, int64_t n, float *out) {
  __shared__ float s[SCAN_TILE];
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * SCAN_TILE + t;

  int k = t % TILE_WARPS * WARP + t / TILE_WARPS; // thread t + 1 loads 32 elements further on
  int64_t far = (int64_t)blockIdx.x * SCAN_TILE + k;
  s[k] = far < n ? in[far] : 0;
  __syncthreads();
  float sum = s[t];
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
  scattered_loads<<<tiles_of(n, SCAN_TILE), SCAN_TILE>>>(in, n, out);
  return cudaGetLastError();
}
