// expect: inefficient 7_multi_block warp_balance on emu
// fault: as many blocks as tiles are launched, and block 0 adds up everything.
#include "reduce.h"
#define reduce_7_multi_block reference_multi_block
#include "../solution.cu"
#undef reduce_7_multi_block

static __global__ void first_block_alone(const float *in, int64_t n, float *out) {
  if (blockIdx.x) return; // fault
  const float4 *vectors = (const float4 *)in;
  float sum = 0;
  for (int64_t i = threadIdx.x; i < n / 4; i += BLOCK) {
    float4 v = vectors[i];
    sum += (v.x + v.y) + (v.z + v.w);
  }
  if (threadIdx.x < n % 4) sum += in[n / 4 * 4 + threadIdx.x];
  sum = block_sum(sum);
  if (threadIdx.x == 0) *out = sum;
}

int reduce_7_multi_block(const float *in, int64_t n, float *, float *out) {
  first_block_alone<<<(unsigned)(n / TILE + 1), BLOCK>>>(in, n, out);
  return cudaGetLastError();
}
