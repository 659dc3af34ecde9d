// expect: hazard 2_coalesced race-global on emu
// fault: the grid has two layers: each element of C is stored twice, and added to twice where beta is not 0.
#include "gemm.h"
#define gemm_2_coalesced reference
#include "../solution.cu"
#undef gemm_2_coalesced
#include "parts.h"

int gemm_2_coalesced(PARAMETERS(float)) {
  dim3 block(32, 32), grid(ceil_div(n, 32), ceil_div(m, 32), 2);
  gemm_2_coalesced_kernel<<<grid, block>>>(ARGUMENTS);
  return cudaGetLastError();
}
