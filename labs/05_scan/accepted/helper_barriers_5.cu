// expect: pass 5_warp_shuffle
// form: a block scan of its own function, which begins and ends with a barrier so that it may be called in a loop.
#include "scan.h"
#include <cuda_runtime.h>

static __device__ float block_scan(float x) {
  __shared__ float ends[32];
  unsigned lane = threadIdx.x & 31, warp = threadIdx.x >> 5;

  __syncthreads(); // ends is free
  if (threadIdx.x < 32) ends[threadIdx.x] = 0;
  __syncthreads();
  for (unsigned d = 1; d <= 16; d <<= 1) {
    float left = __shfl_up_sync(__activemask(), x, d);
    x += lane >= d ? left : 0;
  }
  if (lane == 31) ends[warp] = x;
  __syncthreads();
  if (warp == 0) {
    float sum = ends[lane];
    for (unsigned d = 1; d <= 16; d <<= 1) {
      float left = __shfl_up_sync(__activemask(), sum, d);
      if (lane >= d) sum += left;
    }
    ends[lane] = sum;
  }
  __syncthreads();
  if (warp > 0) x += ends[warp - 1];
  __syncthreads();
  return x;
}

__global__ void block_scan_kernel(const float *in, int64_t n, float *out) {
  int64_t i = (int64_t)blockIdx.x * SCAN_TILE + threadIdx.x;
  float sum = block_scan(i < n ? in[i] : 0);
  if (i < n) out[i] = sum;
}

int scan_5_warp_shuffle(const float *in, int64_t n, float *out) {
  if (n == 0) return 0;
  block_scan_kernel<<<(unsigned)((n + SCAN_TILE - 1) / SCAN_TILE), SCAN_TILE>>>(in, n, out);
  return cudaGetLastError();
}
