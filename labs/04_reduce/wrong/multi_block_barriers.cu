// expect: inefficient 7_multi_block barriers on emu
// fault: a block barrier after every shuffle, as if a warp had to wait for the others.
#include "reduce.h"
#define reduce_7_multi_block reference_multi_block
#include "../solution.cu"
#undef reduce_7_multi_block

static __global__ void barriers(const float *in, int64_t n, float *partial) {
  int t = threadIdx.x;
  const float4 *vectors = (const float4 *)in;
  float4 sums = {0, 0, 0, 0};
  for (int64_t i = (int64_t)blockIdx.x * BLOCK + t; i < n / 4; i += (int64_t)gridDim.x * BLOCK) {
    float4 a = vectors[i];
    sums.x += a.x, sums.y += a.y, sums.z += a.z, sums.w += a.w;
  }
  if (blockIdx.x == 0 && t < n % 4) sums.x += in[n - n % 4 + t];
  float sum = (sums.x + sums.y) + (sums.z + sums.w);
  for (int distance = WARP / 2; distance > 0; distance /= 2) {
    sum += __shfl_down_sync(0xffffffff, sum, distance);
    __syncthreads();
  }
  sum = block_sum(t % WARP == 0 ? sum : 0);
  if (t == 0) partial[blockIdx.x] = sum;
}

int reduce_7_multi_block(const float *in, int64_t n, float *scratch, float *out) {
  unsigned blocks = n < (int64_t)MAX_BLOCKS * TILE ? n / TILE + 1 : MAX_BLOCKS;
  barriers<<<blocks, BLOCK>>>(in, n, scratch);
  barriers<<<1, BLOCK>>>(scratch, blocks, out);
  return cudaGetLastError();
}
