// expect: hazard 1_naive invalid-launch on emu
// fault: 64 x 32 threads a block: more than 1024, so the kernel does not run.
#include "gemm.h"
#define gemm_1_naive reference
#include "../solution.cu"
#undef gemm_1_naive
#include "parts.h"

int gemm_1_naive(PARAMETERS(float)) {
  dim3 block(64, 32), grid(ceil_div(m, 64), ceil_div(n, 32));
  gemm_1_naive_kernel<<<grid, block>>>(ARGUMENTS);
  return cudaGetLastError();
}
