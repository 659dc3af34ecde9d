// expect: inefficient 3_sequential shared_atomics on emu
// fault: stage 2's addresses, read and added to by atomics, whose bank conflicts are not counted as wavefronts.
#include "reduce.h"
#define reduce_3_sequential reference_sequential
#include "../solution.cu"
#undef reduce_3_sequential

static __global__ void atomic_addresses(const float *in, int64_t n, float *partial) {
  __shared__ float s[BLOCK];
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * BLOCK + t;
  s[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int stride = 1; stride < BLOCK; stride *= 2) {
    int k = 2 * stride * t;
    if (k < BLOCK) atomicAdd(&s[k], atomicAdd(&s[k + stride], 0.0f)); // fault
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = s[0];
}

int reduce_3_sequential(const float *in, int64_t n, float *scratch, float *out) {
  return reduce_repeat(atomic_addresses, BLOCK, in, n, scratch, out);
}
