// expect: inefficient 7_multi_block threads on emu
// fault: one block adds up everything, while the rest of the device has nothing to do.
#include "reduce.h"
#define reduce_7_multi_block reference_multi_block
#include "../solution.cu"
#undef reduce_7_multi_block

int reduce_7_multi_block(const float *in, int64_t n, float *, float *out) {
  reduce_7_multi_block_kernel<float, float4><<<1, BLOCK>>>(in, n, out); // fault
  return cudaGetLastError();
}
