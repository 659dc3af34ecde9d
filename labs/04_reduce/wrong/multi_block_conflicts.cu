// expect: inefficient 7_multi_block shared_wavefronts_excess on emu
// fault: the sums of the 8 warps lie 32 words apart: eight words of one bank.
#include "reduce.h"
#define reduce_7_multi_block reference_multi_block
#include "../solution.cu"
#undef reduce_7_multi_block

static __global__ void conflicts(const float *in, int64_t n, float *partial) {
  int t = threadIdx.x;
  const float4 *vectors = (const float4 *)in;
  float4 sums = {0, 0, 0, 0};
  for (int64_t i = (int64_t)blockIdx.x * BLOCK + t; i < n / 4; i += (int64_t)gridDim.x * BLOCK) {
    float4 a = vectors[i];
    sums.x += a.x, sums.y += a.y, sums.z += a.z, sums.w += a.w;
  }
  if (blockIdx.x == 0 && t < n % 4) sums.x += in[n - n % 4 + t];
  float sum = (sums.x + sums.y) + (sums.z + sums.w);
  __shared__ float s[BLOCK];
  sum = warp_sum(sum, WARP);
  if (t % WARP == 0) s[t] = sum;
  __syncthreads();
  if (t >= WARP) return;
  sum = warp_sum(t < WARPS ? s[t * WARP] : 0, WARPS);
  if (t == 0) partial[blockIdx.x] = sum;
}

int reduce_7_multi_block(const float *in, int64_t n, float *scratch, float *out) {
  unsigned blocks = n < (int64_t)MAX_BLOCKS * TILE ? n / TILE + 1 : MAX_BLOCKS;
  conflicts<<<blocks, BLOCK>>>(in, n, scratch);
  conflicts<<<1, BLOCK>>>(scratch, blocks, out);
  return cudaGetLastError();
}
