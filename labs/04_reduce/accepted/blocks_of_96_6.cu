// expect: pass 6_shuffle
// form: blocks of 96 threads, three warps; the warps' sums are added by one lane, without a second shuffle.
#include "reduce.h"
#include <cuda_runtime.h>

template <typename T> __device__ __forceinline__ T fold(T v) {
#pragma unroll
  for (int m = 1; m <= 16; m += m) v += __shfl_xor_sync(~0u, v, m);
  return v;
}

__global__ void sums(const float *in, int64_t n, float *out) {
  __shared__ float w[3];
  int64_t i = (int64_t)blockIdx.x * 192 + threadIdx.x;
  float v = i < n ? in[i] : 0;
  if (i + 96 < n) v += in[i + 96];
  v = fold(v);
  if (threadIdx.x % 32 == 0) w[threadIdx.x / 32] = v;
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = w[0] + w[1] + w[2];
}

int reduce_6_shuffle(const float *in, int64_t n, float *scratch, float *out) {
  const float *from = in;
  float *room[2] = {scratch, scratch + n / 192 + 1};
  int r = 0;
  while (n > 192) {
    int64_t blocks = (n + 191) / 192;
    sums<<<(unsigned)blocks, 96>>>(from, n, room[r]);
    from = room[r];
    r = !r;
    n = blocks;
  }
  sums<<<1, 96>>>(from, n, out);
  return cudaGetLastError();
}
