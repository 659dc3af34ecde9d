// expect: pass 4_first_add
// form: blocks of 64 threads with 128 elements; the remainder with a bound of the block.
#include "reduce.h"
#include <cuda_runtime.h>

__global__ void sums(const float *__restrict__ in, int64_t n, float *__restrict__ out) {
  __shared__ float s[64];
  const float *mine = in + (int64_t)blockIdx.x * 128;
  int64_t rest = n - (int64_t)blockIdx.x * 128;
  int count = rest < 128 ? (int)rest : 128, t = threadIdx.x;
  float x = 0;
  if (t < count) x = mine[t];
  if (t + 64 < count) x += mine[t + 64];
  s[t] = x;
  __syncthreads();
  for (int half = 32; half; half /= 2) {
    if (t < half) s[t] = x = x + s[t + half];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = x;
}

int reduce_4_first_add(const float *in, int64_t n, float *scratch, float *out) {
  int64_t blocks = (n + 127) / 128;
  float *there = scratch, *other = scratch + n / 128 + 1;
  while (blocks > 1) {
    sums<<<(unsigned)blocks, 64>>>(in, n, there);
    in = there;
    n = blocks;
    blocks = (n + 127) / 128;
    float *h = there;
    there = other;
    other = h;
  }
  sums<<<1, 64>>>(in, n, out);
  return cudaGetLastError();
}
