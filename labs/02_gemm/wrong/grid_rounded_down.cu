// expect: wrong 1_naive
// fault: as many blocks as fit into C, not as many as cover it.
#include "gemm.h"
#define gemm_1_naive reference
#include "../solution.cu"
#undef gemm_1_naive
#include "parts.h"

int gemm_1_naive(PARAMETERS(float)) {
  dim3 block(32, 32), grid(m / 32 + (m < 32), n / 32 + (n < 32));
  gemm_1_naive_kernel<<<grid, block>>>(ARGUMENTS);
  return cudaGetLastError();
}
