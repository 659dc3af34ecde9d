// expect: pass 4_first_add
// form: the two elements of the first addition are a float2.
#include "reduce.h"

__global__ static void block_sums(const float *in, float *sums, int64_t n) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * blockDim.x + t;
  const float2 *pair = (const float2 *)in;
  s[t] = 2 * i + 1 < n ? pair[i].x + pair[i].y : 2 * i < n ? in[2 * i] : 0;
  __syncthreads();
  for (int d = blockDim.x >> 1; d; d >>= 1) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  if (!t) sums[blockIdx.x] = *s;
}

int reduce_4_first_add(const float *in, int64_t n, float *scratch, float *out) {
  int64_t blocks = (n + 512 - 1) / 512;
  float *sums = scratch, *other = scratch + blocks + blocks % 2;
  while (blocks > 1) {
    block_sums<<<(unsigned)blocks, 256, 256 * sizeof(float)>>>(in, sums, n);
    in = sums, n = blocks, blocks = (n + 512 - 1) / 512;
    sums = other, other = (float *)in;
  }
  block_sums<<<1, 256, 256 * sizeof(float)>>>(in, out, n);
  return cudaGetLastError();
}
