// expect: inefficient 6_vectorised global_load_requests on emu
// fault: stage 5 handed in as stage 6: single loads.
#include "gemm.h"
#define gemm_6_vectorised reference
#include "../solution.cu"
#undef gemm_6_vectorised
#include "parts.h"

int gemm_6_vectorised(PARAMETERS(float)) {
  return gemm_5_tile_2d(ARGUMENTS);
}
