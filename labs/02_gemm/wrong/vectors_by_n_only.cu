// expect: hazard 6_vectorised misaligned-access on emu
// fault: float4 wherever n is a multiple of 4: the rows of A are k long.
#include "gemm.h"
#define gemm_6_vectorised reference
#include "../solution.cu"
#undef gemm_6_vectorised
#include "parts.h"

int gemm_6_vectorised(PARAMETERS(float)) {
  dim3 grid(ceil_div(n, BLOCK_TILE), ceil_div(m, BLOCK_TILE));
  gemm_kernel *kernel = n % 4 == 0 ? gemm_6_vectorised_kernel<true> : gemm_6_vectorised_kernel<false>;
  kernel<<<grid, THREADS>>>(ARGUMENTS);
  return cudaGetLastError();
}
