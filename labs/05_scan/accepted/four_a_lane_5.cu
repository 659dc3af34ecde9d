// expect: pass 5_warp_shuffle
// form: a lane adds four neighbours, a warp scans 128 elements, four warps have a tile.
#include "scan.h"
#include <cuda_runtime.h>

__device__ float up_to_lane(float x) {
  for (int d = 1; d < 32; d *= 2) {
    float y = __shfl_up_sync(0xffffffff, x, d);
    x += threadIdx.x % 32 < d ? 0 : y;
  }
  return x;
}

__global__ void tile_scan(const float *in, int64_t n, float *out) {
  __shared__ float sum_of[4];
  int64_t i = (int64_t)blockIdx.x * SCAN_TILE + 4 * threadIdx.x;
  float4 v = {0, 0, 0, 0};
  if (i + 3 < n)
    v = *(const float4 *)(in + i);
  else {
    if (i < n) v.x = in[i];
    if (i + 1 < n) v.y = in[i + 1];
    if (i + 2 < n) v.z = in[i + 2];
  }
  v.y += v.x;
  v.z += v.y;
  v.w += v.z;
  float upto = up_to_lane(v.w), before = __shfl_up_sync(~0u, upto, 1);
  if (threadIdx.x % 32 == 0) before = 0;
  if (threadIdx.x % 32 == 31) sum_of[threadIdx.x / 32] = upto;
  __syncthreads();
  for (int w = 0; w < threadIdx.x / 32; w++) before += sum_of[w];
  v.x += before;
  v.y += before;
  v.z += before;
  v.w += before;
  if (i + 3 < n)
    *(float4 *)(out + i) = v;
  else {
    if (i < n) out[i] = v.x;
    if (i + 1 < n) out[i + 1] = v.y;
    if (i + 2 < n) out[i + 2] = v.z;
  }
}

int scan_5_warp_shuffle(const float *in, int64_t n, float *out) {
  if (n) tile_scan<<<(unsigned)((n + SCAN_TILE - 1) / SCAN_TILE), 128>>>(in, n, out);
  return cudaGetLastError();
}
