// expect: pass 3_sequential
// form: blocks of 128 with extern shared memory, as an older sample has them.
#include "reduce.h"

__global__ static void block_sums(const float *in, float *out, int64_t n) {
  extern __shared__ float s[];
  unsigned int tid = threadIdx.x;
  size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
  s[tid] = i < n ? in[i] : 0;
  __syncthreads();
  for (unsigned int d = blockDim.x / 2; d > 0; d >>= 1) {
    if (tid < d) s[tid] += s[tid + d];
    __syncthreads();
  }
  if (tid == 0) out[blockIdx.x] = s[0];
}

int reduce_3_sequential(const float *in, int64_t n, float *scratch, float *out) {
  int64_t blocks = (n + 128 - 1) / 128;
  float *sums = scratch, *other = scratch + blocks;
  while (blocks > 1) {
    block_sums<<<(unsigned)blocks, 128, 128 * sizeof(float)>>>(in, sums, n);
    in = sums, n = blocks, blocks = (n + 128 - 1) / 128;
    sums = other, other = (float *)in;
  }
  block_sums<<<1, 128, 128 * sizeof(float)>>>(in, out, n);
  return cudaGetLastError();
}
