// expect: inefficient 4_tile_1d global_load_bytes on emu
// fault: the host multiplies; the kernel only stores an element.
#include "gemm.h"
#define gemm_4_tile_1d reference
#include "../solution.cu"
#undef gemm_4_tile_1d
#include "parts.h"

int gemm_4_tile_1d(PARAMETERS(float)) {
  return host_product(ARGUMENTS);
}
