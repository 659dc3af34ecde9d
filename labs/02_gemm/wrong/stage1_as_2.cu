// expect: inefficient 2_coalesced global_load_sectors on emu
// fault: stage 1 handed in as stage 2: the lanes of a warp read A rows apart.
#include "gemm.h"
#define gemm_2_coalesced reference
#include "../solution.cu"
#undef gemm_2_coalesced
#include "parts.h"

int gemm_2_coalesced(PARAMETERS(float)) {
  return gemm_1_naive(ARGUMENTS);
}
