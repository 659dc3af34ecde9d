// expect: wrong 2_constant_memory
// fault: the filter is copied into constant memory by the first call only.
#include "conv.h"
#define conv_2_constant_memory reference
#include "../solution.cu"
#undef conv_2_constant_memory

int conv_2_constant_memory(const float *in, int64_t n, const float *filter, int radius, float *out) {
  static bool copied;
  cudaError_t error = copied ? cudaSuccess : set_taps(taps_1d, filter, 2 * radius + 1);
  copied = true;
  if (error == cudaSuccess && n > 0) conv_2_kernel<<<blocks_for(n, BLOCK), BLOCK>>>(in, n, radius, out);
  return error ? error : cudaGetLastError();
}
