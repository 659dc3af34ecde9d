// expect: inefficient 5_tile_2d global_load_bytes on emu
// fault: the host multiplies; the kernel only stores an element.
#include "gemm.h"
#define gemm_5_tile_2d reference
#include "../solution.cu"
#undef gemm_5_tile_2d
#include "parts.h"

int gemm_5_tile_2d(PARAMETERS(float)) {
  return host_product(ARGUMENTS);
}
