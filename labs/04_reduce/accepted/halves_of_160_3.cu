// expect: pass 3_sequential
// form: blocks of 160 threads: the upper half of an odd number of sums is one shorter.
#include "reduce.h"
#include <cuda_runtime.h>
constexpr int THREADS = 160;
__device__ float block_reduce(float v) {
  __shared__ float s[THREADS];
  s[threadIdx.x] = v;
  __syncthreads();
  for (int n = THREADS; n > 1;) {
    const int half = (n + 1) / 2;
    if (threadIdx.x < n / 2) s[threadIdx.x] += s[threadIdx.x + half];
    n = half;
    __syncthreads();
  }
  return s[0];
}
__global__ void partial(const float *in, int64_t n, float *out) {
  const int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x;
  const float v = block_reduce(i < n ? in[i] : 0.0f);
  if (threadIdx.x == 0) out[blockIdx.x] = v;
}
int reduce_3_sequential(const float *in, int64_t n, float *scratch, float *out) {
  if (n == 0) {
    static const float zero = 0;
    return cudaMemcpyAsync(out, &zero, 4, cudaMemcpyHostToDevice);
  }
  float *ping = scratch, *pong = scratch + n / THREADS + 1;
  for (;;) {
    const unsigned blocks = (unsigned)((n + THREADS - 1) / THREADS);
    partial<<<blocks, THREADS>>>(in, n, blocks == 1 ? out : ping);
    if (cudaError_t e = cudaGetLastError()) return e;
    if (blocks == 1) return 0;
    in = ping;
    n = blocks;
    float *t = ping;
    ping = pong;
    pong = t;
  }
}
