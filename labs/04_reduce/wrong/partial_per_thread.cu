// expect: inefficient 7_multi_block global_bytes on emu
// fault: every thread, not every block, hands a partial sum to the second launch through global memory.
#include "reduce.h"
#define reduce_7_multi_block reference_multi_block
#include "../solution.cu"
#undef reduce_7_multi_block

static __global__ void partial_per_thread(const float *in, int64_t n, float *partial) {
  const float4 *vectors = (const float4 *)in;
  int64_t n_vectors = n / 4, thread = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
  float sum = 0;
  for (int64_t i = thread; i < n_vectors; i += (int64_t)gridDim.x * BLOCK) {
    float4 a = vectors[i];
    sum += (a.x + a.y) + (a.z + a.w);
  }
  if (thread < n % 4) sum += in[4 * n_vectors + thread];
  partial[thread] = sum; // fault
}

int reduce_7_multi_block(const float *in, int64_t n, float *scratch, float *out) {
  unsigned blocks = n < 1 << 20 ? 32 : 64; // scratch has room for a sum a thread
  partial_per_thread<<<blocks, BLOCK>>>(in, n, scratch);
  reduce_7_multi_block_kernel<float, float4><<<1, BLOCK>>>(scratch, blocks * BLOCK, out);
  return cudaGetLastError();
}
