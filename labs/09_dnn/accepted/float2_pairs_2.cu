// expect: pass 2_softmax_online
// form: the pair is a float2, a round of four elements rescales once; the block's pairs by one warp.
#include "dnn.h"
#include <cuda_runtime.h>

__device__ float2 join(float2 a, float2 b) {
  if (a.x == -INFINITY) return b;
  if (b.x == -INFINITY) return a;
  float m = a.x > b.x || a.x != a.x ? a.x : b.x;
  if (b.x != b.x) m = b.x;
  return make_float2(m, a.y * expf(a.x - m) + b.y * expf(b.x - m));
}
__global__ void __launch_bounds__(128) softmax(const float *in, int64_t columns, float *out) {
  __shared__ float2 s[4];
  in += blockIdx.x * columns;
  out += blockIdx.x * columns;
  float2 p = {-INFINITY, 0};
  for (int64_t j = threadIdx.x; j < columns; j += 512) {
    float x[4];
    for (int k = 0; k < 4; k++) x[k] = j + 128 * k < columns ? in[j + 128 * k] : -INFINITY;
    float2 q = {-INFINITY, 0};
    for (int k = 0; k < 4; k++) q = join(q, make_float2(x[k], 1));
    p = join(p, q);
  }
  for (int d = 1; d < 32; d *= 2) {
    float2 q = {__shfl_xor_sync(~0u, p.x, d), __shfl_xor_sync(~0u, p.y, d)};
    p = join(p, q);
  }
  if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = p;
  __syncthreads();
  p = join(join(s[0], s[1]), join(s[2], s[3]));
  for (int64_t j = threadIdx.x; j < columns; j += 128)
    out[j] = p.x == -INFINITY ? 0 : expf(in[j] - p.x) / p.y;
}
int dnn_2_softmax_online(const float *in, int64_t rows, int64_t columns, float *out) {
  if (rows > 0) softmax<<<(unsigned)rows, 128>>>(in, columns, out);
  return cudaGetLastError();
}
