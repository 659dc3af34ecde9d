// expect: inefficient 7_double_buffer global_load_bytes on emu
// fault: the host multiplies; the kernel only stores an element.
#include "gemm.h"
#define gemm_7_double_buffer reference
#include "../solution.cu"
#undef gemm_7_double_buffer
#include "parts.h"

int gemm_7_double_buffer(PARAMETERS(float)) {
  return host_product(ARGUMENTS);
}
