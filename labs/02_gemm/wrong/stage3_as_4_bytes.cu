// expect: inefficient 4_tile_1d global_load_bytes on emu
// fault: stage 3 handed in as stage 4: a tile of 32 x 32 loads twice the bytes.
#include "gemm.h"
#define gemm_4_tile_1d reference
#include "../solution.cu"
#undef gemm_4_tile_1d
#include "parts.h"

int gemm_4_tile_1d(PARAMETERS(float)) {
  return gemm_3_shared_tile(ARGUMENTS);
}
