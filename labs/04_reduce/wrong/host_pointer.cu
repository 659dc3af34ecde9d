// expect: hazard 3_sequential host-pointer-in-kernel on emu
// fault: the partial sums go to an array of the host.
#include "reduce.h"
#define reduce_3_sequential reference_sequential
#include "../solution.cu"
#undef reduce_3_sequential

int reduce_3_sequential(const float *in, int64_t n, float *scratch, float *out) {
  static float partial_sums[1 << 20];
  (void)scratch;
  return reduce_repeat(reduce_3_sequential_kernel, BLOCK, in, n, partial_sums, out);
}
