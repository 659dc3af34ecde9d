// expect: inefficient 2_coalesced global_load_bytes on emu
// fault: the host multiplies; the kernel only stores an element.
#include "gemm.h"
#define gemm_2_coalesced reference
#include "../solution.cu"
#undef gemm_2_coalesced
#include "parts.h"

int gemm_2_coalesced(PARAMETERS(float)) {
  return host_product(ARGUMENTS);
}
