// expect: pass 1_hillis_steele
// form: PMPP, 4th edition, section 11.2: one buffer, two barriers a step, the own sum read again.
#include "scan.h"
#include <cuda_runtime.h>

__global__ void kogge_stone_kernel(const float *in, int64_t n, float *out) {
  __shared__ float xy[SCAN_TILE];
  int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n)
    xy[threadIdx.x] = in[i];
  else
    xy[threadIdx.x] = 0.0f;
  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    __syncthreads();
    float sum;
    if (threadIdx.x >= stride) sum = xy[threadIdx.x] + xy[threadIdx.x - stride];
    __syncthreads();
    if (threadIdx.x >= stride) xy[threadIdx.x] = sum;
  }
  if (i < n) out[i] = xy[threadIdx.x];
}

int scan_1_hillis_steele(const float *in, int64_t n, float *out) {
  if (n == 0) return 0;
  kogge_stone_kernel<<<(unsigned)((n + SCAN_TILE - 1) / SCAN_TILE), SCAN_TILE>>>(in, n, out);
  return cudaGetLastError();
}
