// expect: wrong 1_naive
// fault: blocks for the columns in x and for the rows in y, as stage 2 has them.
#include "gemm.h"
#define gemm_1_naive reference
#include "../solution.cu"
#undef gemm_1_naive
#include "parts.h"

int gemm_1_naive(PARAMETERS(float)) {
  dim3 block(32, 32), grid(ceil_div(n, 32), ceil_div(m, 32));
  gemm_1_naive_kernel<<<grid, block>>>(ARGUMENTS);
  return cudaGetLastError();
}
