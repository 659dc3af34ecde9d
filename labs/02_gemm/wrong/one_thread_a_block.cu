// expect: inefficient 1_naive simt_efficiency on emu
// fault: blocks of a single thread: 31 of the 32 lanes of every warp have nothing to do.
#include "gemm.h"
#define gemm_1_naive reference
#include "../solution.cu"
#undef gemm_1_naive
#include "parts.h"

int gemm_1_naive(PARAMETERS(float)) {
  gemm_1_naive_kernel<<<dim3(m, n), 1>>>(ARGUMENTS);
  return cudaGetLastError();
}
