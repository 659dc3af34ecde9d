// expect: wrong 7_multi_block
// fault: n / 4 vectors are added up, but not the up to three elements behind the last of them.
#include "reduce.h"
#define reduce_7_multi_block reference_multi_block
#include "../solution.cu"
#undef reduce_7_multi_block

int reduce_7_multi_block(const float *in, int64_t n, float *scratch, float *out) {
  return reduce_7<float, float4>(in, n - n % 4, scratch, out);
}
