// expect: pass 3_brent_kung
// form: PMPP, 3rd edition, section 8.4: the tree in a block of one thread an element.
#include "scan.h"
#include <cuda_runtime.h>

__global__ void full_block_kernel(const float *in, int64_t n, float *out) {
  __shared__ float xy[SCAN_TILE];
  int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n)
    xy[threadIdx.x] = in[i];
  else
    xy[threadIdx.x] = 0;
  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    __syncthreads();
    int index = (threadIdx.x + 1) * 2 * stride - 1;
    if (index < blockDim.x) xy[index] += xy[index - stride];
  }
  for (int stride = SCAN_TILE / 4; stride > 0; stride /= 2) {
    __syncthreads();
    int index = (threadIdx.x + 1) * stride * 2 - 1;
    if (index + stride < SCAN_TILE) xy[index + stride] += xy[index];
  }
  __syncthreads();
  if (i >= n) return;
  if (threadIdx.x > 0)
    out[i] = xy[threadIdx.x - 1];
  else
    out[i] = 0;
}

int scan_3_brent_kung(const float *in, int64_t n, float *out) {
  if (n == 0) return 0;
  full_block_kernel<<<(unsigned)((n + SCAN_TILE - 1) / SCAN_TILE), SCAN_TILE>>>(in, n, out);
  return cudaGetLastError();
}
