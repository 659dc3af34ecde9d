// expect: inefficient 8_warp_tile global_load_bytes on emu
// fault: the host multiplies; the kernel only stores an element.
#include "gemm.h"
#define gemm_8_warp_tile reference
#include "../solution.cu"
#undef gemm_8_warp_tile
#include "parts.h"

int gemm_8_warp_tile(PARAMETERS(float)) {
  return host_product(ARGUMENTS);
}
