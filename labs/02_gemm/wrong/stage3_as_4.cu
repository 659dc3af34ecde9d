// expect: inefficient 4_tile_1d shared_load_requests on emu
// fault: stage 3 handed in as stage 4: two shared loads a product.
#include "gemm.h"
#define gemm_4_tile_1d reference
#include "../solution.cu"
#undef gemm_4_tile_1d
#include "parts.h"

int gemm_4_tile_1d(PARAMETERS(float)) {
  return gemm_3_shared_tile(ARGUMENTS);
}
