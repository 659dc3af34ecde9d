// expect: inefficient 2_constant_memory global_load_requests on emu
// fault: task 1's kernel: the taps come from global memory.
#include "conv.h"
#define conv_2_constant_memory reference
#include "../solution.cu"
#undef conv_2_constant_memory

int conv_2_constant_memory(const float *in, int64_t n, const float *filter, int radius, float *out) {
  return conv_1_conv1d_naive(in, n, filter, radius, out);
}
