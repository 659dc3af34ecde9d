// expect: wrong 8_warp_tile
// fault: A and B are rounded to the 11 bits that TF32 tensor cores look at.
#include "gemm.h"
#define gemm_8_warp_tile reference
#include "../solution.cu"
#undef gemm_8_warp_tile
#include "parts.h"

static __device__ float rounded(float x) {
  return __uint_as_float((__float_as_uint(x) + 0x1000) & ~0x1fffu);
}

static __global__ void less(PARAMETERS(float)) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;
  float sum = 0;
  for (int l = 0; l < k; l++) sum += rounded(a[row * k + l]) * rounded(b[l * n + col]);
  store(&c[row * n + col], alpha, sum, beta);
}

int gemm_8_warp_tile(PARAMETERS(float)) {
  dim3 block(32, 32), grid(ceil_div(n, 32), ceil_div(m, 32));
  less<<<grid, block>>>(ARGUMENTS);
  return cudaGetLastError();
}
