// expect: inefficient 8_warp_tile shared_wavefronts_excess on emu
// fault: stage 5 handed in as stage 8: bank conflicts.
#include "gemm.h"
#define gemm_8_warp_tile reference
#include "../solution.cu"
#undef gemm_8_warp_tile
#include "parts.h"

int gemm_8_warp_tile(PARAMETERS(float)) {
  return gemm_5_tile_2d(ARGUMENTS);
}
