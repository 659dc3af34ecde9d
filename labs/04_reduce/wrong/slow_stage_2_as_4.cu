// expect: slow 4_first_add on gpu
// fault: stage 2's kernel under stage 4's name: it is slower than stage 3's, which is here to be measured beside it.
#include "reduce.h"
#define reduce_4_first_add reference_first_add
#include "../solution.cu"
#undef reduce_4_first_add

int reduce_4_first_add(const float *in, int64_t n, float *scratch, float *out) {
  return reduce_2_strided_index(in, n, scratch, out); // fault
}
