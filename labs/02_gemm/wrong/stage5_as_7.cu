// expect: inefficient 7_double_buffer shared_wavefronts_excess on emu
// fault: stage 5 handed in as stage 7: bank conflicts.
#include "gemm.h"
#define gemm_7_double_buffer reference
#include "../solution.cu"
#undef gemm_7_double_buffer
#include "parts.h"

int gemm_7_double_buffer(PARAMETERS(float)) {
  return gemm_5_tile_2d(ARGUMENTS);
}
