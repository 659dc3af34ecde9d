// expect: inefficient 5_tile_2d shared_load_requests on emu
// fault: stage 4 handed in as stage 5: 9 shared loads for 8 products instead of 16 for 64.
#include "gemm.h"
#define gemm_5_tile_2d reference
#include "../solution.cu"
#undef gemm_5_tile_2d
#include "parts.h"

int gemm_5_tile_2d(PARAMETERS(float)) {
  return gemm_4_tile_1d(ARGUMENTS);
}
