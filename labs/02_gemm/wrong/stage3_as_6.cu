// expect: inefficient 6_vectorised global_load_bytes on emu
// fault: stage 3 handed in as stage 6: a tile of 32 x 32.
#include "gemm.h"
#define gemm_6_vectorised reference
#include "../solution.cu"
#undef gemm_6_vectorised
#include "parts.h"

int gemm_6_vectorised(PARAMETERS(float)) {
  return gemm_3_shared_tile(ARGUMENTS);
}
