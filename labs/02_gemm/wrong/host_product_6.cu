// expect: inefficient 6_vectorised global_load_bytes on emu
// fault: the host multiplies; the kernel only stores an element.
#include "gemm.h"
#define gemm_6_vectorised reference
#include "../solution.cu"
#undef gemm_6_vectorised
#include "parts.h"

int gemm_6_vectorised(PARAMETERS(float)) {
  return host_product(ARGUMENTS);
}
