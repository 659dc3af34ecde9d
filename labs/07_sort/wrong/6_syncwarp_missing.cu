// expect: hazard 6_radix_onesweep race-shared on emu
// fault: a lane moves its counter on while others still read it.
#include "sort.h"
#include <cuda_runtime.h>
#define __syncwarp()          ((void)0)
#define sort_6_radix_onesweep reference
#include "../solution.cu"
#undef sort_6_radix_onesweep

int sort_6_radix_onesweep(const uint32_t *in, int64_t n, uint32_t *scratch, uint32_t *out) {
  return reference(in, n, scratch, out);
}
