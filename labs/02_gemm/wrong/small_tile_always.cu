// expect: inefficient 8_warp_tile global_load_bytes on emu
// fault: the small tile also where large ones give every multiprocessor one: each element is loaded twice as often.
#include "gemm.h"
#define gemm_8_warp_tile reference
#include "../solution.cu"
#undef gemm_8_warp_tile
#include "parts.h"

int gemm_8_warp_tile(PARAMETERS(float)) {
  return gemm_8<small_tiles>(ARGUMENTS);
}
