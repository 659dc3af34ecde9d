// expect: inefficient 7_double_buffer barriers on emu
// fault: stage 6 handed in as stage 7: two barriers a step.
#include "gemm.h"
#define gemm_7_double_buffer reference
#include "../solution.cu"
#undef gemm_7_double_buffer
#include "parts.h"

int gemm_7_double_buffer(PARAMETERS(float)) {
  return gemm_6_vectorised(ARGUMENTS);
}
