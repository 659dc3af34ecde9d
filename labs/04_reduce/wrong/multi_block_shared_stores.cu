// expect: inefficient 7_multi_block shared_store_requests on emu
// fault: a thread stores all four of its sums in shared memory, where warp 0 adds them up.
#include "reduce.h"
#define reduce_7_multi_block reference_multi_block
#include "../solution.cu"
#undef reduce_7_multi_block

static __global__ void shared_stores(const float *in, int64_t n, float *partial) {
  int t = threadIdx.x;
  const float4 *vectors = (const float4 *)in;
  float4 sums = {0, 0, 0, 0};
  for (int64_t i = (int64_t)blockIdx.x * BLOCK + t; i < n / 4; i += (int64_t)gridDim.x * BLOCK) {
    float4 a = vectors[i];
    sums.x += a.x, sums.y += a.y, sums.z += a.z, sums.w += a.w;
  }
  if (blockIdx.x == 0 && t < n % 4) sums.x += in[n - n % 4 + t];
  __shared__ float s[4][BLOCK];
  s[0][t] = sums.x, s[1][t] = sums.y, s[2][t] = sums.z, s[3][t] = sums.w;
  __syncthreads();
  if (t >= WARP) return;
  float sum = 0;
  for (int k = 0; k < 4; k++)
    for (int j = t; j < BLOCK; j += WARP) sum += s[k][j];
  sum = warp_sum(sum, WARP);
  if (t == 0) partial[blockIdx.x] = sum;
}

int reduce_7_multi_block(const float *in, int64_t n, float *scratch, float *out) {
  unsigned blocks = n < (int64_t)MAX_BLOCKS * TILE ? n / TILE + 1 : MAX_BLOCKS;
  shared_stores<<<blocks, BLOCK>>>(in, n, scratch);
  shared_stores<<<1, BLOCK>>>(scratch, blocks, out);
  return cudaGetLastError();
}
