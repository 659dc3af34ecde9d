// expect: pass 5_warp_shuffle
// form: NVIDIA's sample shfl_scan: the sums of the warps scanned by a part of a warp, with a mask of its own.
#include "scan.h"
#include <cuda_runtime.h>

__global__ void shuffle_sample_kernel(const float *in, int64_t n, float *out) {
  __shared__ float sums[SCAN_TILE / 32];
  int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;

  float value = i < n ? in[i] : 0;
#pragma unroll
  for (int d = 1; d < 32; d *= 2) {
    float before = __shfl_up_sync(0xffffffffu, value, d, 32);
    if (lane >= d) value += before;
  }
  if (lane == 31) sums[warp] = value;
  __syncthreads();
  if (warp == 0 && lane < warps) {
    float sum = sums[lane];
    unsigned mask = (1u << warps) - 1;
    for (int d = 1; d < warps; d *= 2) {
      float before = __shfl_up_sync(mask, sum, d, warps);
      if (lane >= d) sum += before;
    }
    sums[lane] = sum;
  }
  __syncthreads();
  float before = 0;
  if (warp > 0) before = sums[warp - 1];
  value += before;
  if (i < n) out[i] = value;
}

int scan_5_warp_shuffle(const float *in, int64_t n, float *out) {
  if (n == 0) return 0;
  shuffle_sample_kernel<<<(unsigned)((n + SCAN_TILE - 1) / SCAN_TILE), SCAN_TILE>>>(in, n, out);
  return cudaGetLastError();
}
