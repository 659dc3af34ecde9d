// expect: hazard 6_shuffle uninitialised-read on emu
// fault: every block adds its sum to *out, which nobody set to 0: right only where memory happens to be 0.
#include "reduce.h"
#define reduce_6_shuffle reference_shuffle
#include "../solution.cu"
#undef reduce_6_shuffle

static __global__ void adds_to_output(const float *in, int64_t n, float *out) {
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * (2 * BLOCK) + t;
  float sum = i < n ? in[i] : 0;
  if (i + BLOCK < n) sum += in[i + BLOCK];
  sum = block_sum(sum);
  if (t == 0) atomicAdd(out, sum);
}

int reduce_6_shuffle(const float *in, int64_t n, float *scratch, float *out) {
  unsigned blocks = n / (2 * BLOCK) + 1;
  adds_to_output<<<blocks, BLOCK>>>(in, n, out);
  return cudaGetLastError();
}
