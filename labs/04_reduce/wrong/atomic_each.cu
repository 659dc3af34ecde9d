// expect: inefficient 7_multi_block global_atomics on emu
// fault: every element is added to the result by an atomic of its own: the whole device takes turns at one word.
#include "reduce.h"
#define reduce_7_multi_block reference_multi_block
#include "../solution.cu"
#undef reduce_7_multi_block

static __global__ void clear(float *out) {
  *out = 0;
}

static __global__ void atomic_each(const float *in, int64_t n, float *out) {
  const float4 *vectors = (const float4 *)in;
  for (int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x; i < n / 4; i += (int64_t)gridDim.x * BLOCK) {
    float4 v = vectors[i];
    atomicAdd(out, v.x), atomicAdd(out, v.y), atomicAdd(out, v.z), atomicAdd(out, v.w); // fault
  }
  if (blockIdx.x == 0 && threadIdx.x < n % 4) atomicAdd(out, in[n / 4 * 4 + threadIdx.x]);
}

int reduce_7_multi_block(const float *in, int64_t n, float *, float *out) {
  clear<<<1, 1>>>(out);
  atomic_each<<<(unsigned)(n / TILE + 1), BLOCK>>>(in, n, out);
  return cudaGetLastError();
}
