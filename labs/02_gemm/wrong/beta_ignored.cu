// expect: wrong 2_coalesced
// fault: beta C is left out.
#include "gemm.h"
#define gemm_2_coalesced reference
#include "../solution.cu"
#undef gemm_2_coalesced
#include "parts.h"

static __global__ void no_beta(PARAMETERS(float)) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;
  float sum = 0;
  for (int l = 0; l < k; l++) sum += a[row * k + l] * b[l * n + col];
  c[row * n + col] = alpha * sum;
}

int gemm_2_coalesced(PARAMETERS(float)) {
  dim3 block(32, 32), grid(ceil_div(n, 32), ceil_div(m, 32));
  no_beta<<<grid, block>>>(ARGUMENTS);
  return cudaGetLastError();
}
