// expect: wrong 2_coalesced
// fault: alpha is taken for 1.
#include "gemm.h"
#define gemm_2_coalesced reference
#include "../solution.cu"
#undef gemm_2_coalesced
#include "parts.h"

static __global__ void no_alpha(PARAMETERS(float)) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;
  float sum = 0;
  for (int l = 0; l < k; l++) sum += a[row * k + l] * b[l * n + col];
  store(&c[row * n + col], 1, sum, beta);
}

int gemm_2_coalesced(PARAMETERS(float)) {
  dim3 block(32, 32), grid(ceil_div(n, 32), ceil_div(m, 32));
  no_alpha<<<grid, block>>>(ARGUMENTS);
  return cudaGetLastError();
}
