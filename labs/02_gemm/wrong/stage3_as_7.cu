// expect: inefficient 7_double_buffer global_load_bytes on emu
// fault: stage 3 handed in as stage 7: a tile of 32 x 32.
#include "gemm.h"
#define gemm_7_double_buffer reference
#include "../solution.cu"
#undef gemm_7_double_buffer
#include "parts.h"

int gemm_7_double_buffer(PARAMETERS(float)) {
  return gemm_3_shared_tile(ARGUMENTS);
}
