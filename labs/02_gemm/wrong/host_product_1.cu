// expect: inefficient 1_naive global_load_bytes on emu
// fault: the host multiplies; the kernel only stores an element.
#include "gemm.h"
#define gemm_1_naive reference
#include "../solution.cu"
#undef gemm_1_naive
#include "parts.h"

int gemm_1_naive(PARAMETERS(float)) {
  return host_product(ARGUMENTS);
}
