// expect: pass 5_warp_shuffle
// form: four elements a thread, by turns of a warp; each thread adds up the sums of the warps before its own, one by one.
#include "scan.h"
#include <cuda_runtime.h>

__global__ void scan_kernel(const float *in, int64_t n, float *out) {
  __shared__ float sums[16];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int64_t tile = (int64_t)blockIdx.x * SCAN_TILE;
  float v[4];
  for (int j = 0; j < 4; j++) {
    int64_t i = tile + (4 * warp + j) * 32 + lane;
    v[j] = i < n ? in[i] : 0;
    for (int d = 1; d < 32; d *= 2) {
      float left = __shfl_up_sync(0xffffffff, v[j], d);
      if (lane >= d) v[j] += left;
    }
    if (lane == 31) sums[4 * warp + j] = v[j];
  }
  __syncthreads();
  for (int j = 0; j < 4; j++) {
    int64_t i = tile + (4 * warp + j) * 32 + lane;
    float before = 0;
    for (int k = 0; k < 4 * warp + j; k++) before += sums[k];
    if (i < n) out[i] = before + v[j];
  }
}

int scan_5_warp_shuffle(const float *in, int64_t n, float *out) {
  if (n == 0) return 0;
  scan_kernel<<<(unsigned)((n + SCAN_TILE - 1) / SCAN_TILE), 128>>>(in, n, out);
  return cudaGetLastError();
}
