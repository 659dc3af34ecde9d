// expect: inefficient 3_shared_tile global_load_bytes on emu
// fault: the host multiplies; the kernel only stores an element.
#include "gemm.h"
#define gemm_3_shared_tile reference
#include "../solution.cu"
#undef gemm_3_shared_tile
#include "parts.h"

int gemm_3_shared_tile(PARAMETERS(float)) {
  return host_product(ARGUMENTS);
}
