// expect: pass 3_brent_kung
// form: PMPP, 4th edition, section 11.3: the inclusive tree of Brent and Kung; what is stored is shifted by one.
#include "scan.h"
#include <cuda_runtime.h>

__global__ void inclusive_tree_kernel(const float *in, int64_t n, float *out) {
  __shared__ float xy[SCAN_TILE];
  int64_t i = 2 * (int64_t)blockIdx.x * blockDim.x + threadIdx.x, j = i + blockDim.x;

  xy[threadIdx.x] = i < n ? in[i] : 0;
  xy[threadIdx.x + blockDim.x] = j < n ? in[j] : 0;
  for (unsigned stride = 1; stride <= blockDim.x; stride *= 2) {
    __syncthreads();
    unsigned index = (threadIdx.x + 1) * 2 * stride - 1;
    if (index < SCAN_TILE) xy[index] += xy[index - stride];
  }
  for (unsigned stride = SCAN_TILE / 4; stride > 0; stride /= 2) {
    __syncthreads();
    unsigned index = (threadIdx.x + 1) * stride * 2 - 1;
    if (index + stride < SCAN_TILE) xy[index + stride] += xy[index];
  }
  __syncthreads();
  if (i < n) out[i] = threadIdx.x == 0 ? 0 : xy[threadIdx.x - 1];
  if (j < n) out[j] = xy[threadIdx.x + blockDim.x - 1];
}

int scan_3_brent_kung(const float *in, int64_t n, float *out) {
  if (n == 0) return 0;
  inclusive_tree_kernel<<<(unsigned)((n + SCAN_TILE - 1) / SCAN_TILE), SCAN_TILE / 2>>>(in, n, out);
  return cudaGetLastError();
}
