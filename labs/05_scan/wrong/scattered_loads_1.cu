// expect: inefficient 1_hillis_steele global_sectors_excess on emu
// fault: neighbouring threads load elements that lie 32 apart.
#include "scan.h"
#define scan_1_hillis_steele reference
#include "../solution.cu"
#undef scan_1_hillis_steele

static __global__ void scattered_loads(const float *in, int64_t n, float *out) {
  __shared__ float buffer[2][SCAN_TILE];
  int t = threadIdx.x, from = 0;
  int64_t i = (int64_t)blockIdx.x * SCAN_TILE + t;

  int k = t % TILE_WARPS * WARP + t / TILE_WARPS; // thread t + 1 loads 32 elements further on
  int64_t far = (int64_t)blockIdx.x * SCAN_TILE + k;
  buffer[from][k] = far < n ? in[far] : 0;
  __syncthreads();
  for (int d = 1; d < SCAN_TILE; d *= 2) {
    float sum = buffer[from][t];
    if (t >= d) sum += buffer[from][t - d];
    buffer[1 - from][t] = sum;
    from = 1 - from;
    __syncthreads();
  }
  if (i < n) out[i] = buffer[from][t];
}

int scan_1_hillis_steele(const float *in, int64_t n, float *out) {
  if (n == 0) return 0;
  scattered_loads<<<tiles_of(n, SCAN_TILE), SCAN_TILE>>>(in, n, out);
  return cudaGetLastError();
}
