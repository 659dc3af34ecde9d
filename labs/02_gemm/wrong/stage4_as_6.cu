// expect: inefficient 6_vectorised shared_load_requests on emu
// fault: stage 4 handed in as stage 6.
#include "gemm.h"
#define gemm_6_vectorised reference
#include "../solution.cu"
#undef gemm_6_vectorised
#include "parts.h"

int gemm_6_vectorised(PARAMETERS(float)) {
  return gemm_4_tile_1d(ARGUMENTS);
}
