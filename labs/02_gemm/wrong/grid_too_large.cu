// expect: inefficient 1_naive threads on emu
// fault: blocks are counted for 16 x 16 threads but have 32 x 32: three quarters of the threads find nothing to do.
#include "gemm.h"
#define gemm_1_naive reference
#include "../solution.cu"
#undef gemm_1_naive
#include "parts.h"

int gemm_1_naive(PARAMETERS(float)) {
  dim3 block(32, 32), grid(ceil_div(m, 16), ceil_div(n, 16));
  gemm_1_naive_kernel<<<grid, block>>>(ARGUMENTS);
  return cudaGetLastError();
}
