// expect: hazard 3_sequential leak on emu
// fault: allocates its own room for partial sums and does not free it.
#include "reduce.h"
#define reduce_3_sequential reference_sequential
#include "../solution.cu"
#undef reduce_3_sequential

int reduce_3_sequential(const float *in, int64_t n, float *scratch, float *out) {
  cudaError_t error = cudaMalloc(&scratch, reduce_scratch(n) * sizeof *scratch);
  if (error != cudaSuccess) return error;
  return reduce_repeat(reduce_3_sequential_kernel, BLOCK, in, n, scratch, out);
}
