// expect: inefficient 8_warp_tile global_load_bytes on emu
// fault: stage 3 handed in as stage 8: a tile of 32 x 32.
#include "gemm.h"
#define gemm_8_warp_tile reference
#include "../solution.cu"
#undef gemm_8_warp_tile
#include "parts.h"

int gemm_8_warp_tile(PARAMETERS(float)) {
  return gemm_3_shared_tile(ARGUMENTS);
}
