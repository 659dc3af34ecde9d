// expect: inefficient 7_multi_block global_sectors_excess on emu
// fault: each thread adds up a run of its own: neighbouring lanes are 256 bytes apart.
#include "reduce.h"
#define reduce_7_multi_block reference_multi_block
#include "../solution.cu"
#undef reduce_7_multi_block

static __global__ void own_run(const float *in, int64_t n, float *partial) {
  const float4 *vectors = (const float4 *)in;
  int64_t n_vectors = n / 4, first = ((int64_t)blockIdx.x * BLOCK + threadIdx.x) * 16; // fault
  float sum = 0;
  for (int64_t i = first; i < first + 16 && i < n_vectors; i++) {
    float4 a = vectors[i];
    sum += (a.x + a.y) + (a.z + a.w);
  }
  if (blockIdx.x == 0 && threadIdx.x < n % 4) sum += in[4 * n_vectors + threadIdx.x];
  sum = block_sum(sum);
  if (threadIdx.x == 0) partial[blockIdx.x] = sum;
}

int reduce_7_multi_block(const float *in, int64_t n, float *scratch, float *out) {
  unsigned blocks = n / (64 * BLOCK) + 1;
  own_run<<<blocks, BLOCK>>>(in, n, scratch);
  own_run<<<1, BLOCK>>>(scratch, blocks, out);
  return cudaGetLastError();
}
