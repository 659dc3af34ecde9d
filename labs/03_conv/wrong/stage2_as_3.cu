// expect: inefficient 3_conv1d_halo global_bytes on emu
// fault: task 2's kernel: each element is loaded 2r + 1 times.
#include "conv.h"
#define conv_3_conv1d_halo reference
#include "../solution.cu"
#undef conv_3_conv1d_halo

int conv_3_conv1d_halo(const float *in, int64_t n, const float *filter, int radius, float *out) {
  return conv_2_constant_memory(in, n, filter, radius, out);
}
