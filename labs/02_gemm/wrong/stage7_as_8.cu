// expect: inefficient 8_warp_tile shared_load_wavefronts on emu
// fault: stage 7 handed in as stage 8: a warp is 2 rows of 16 threads.
#include "gemm.h"
#define gemm_8_warp_tile reference
#include "../solution.cu"
#undef gemm_8_warp_tile
#include "parts.h"

int gemm_8_warp_tile(PARAMETERS(float)) {
  return gemm_7_double_buffer(ARGUMENTS);
}
