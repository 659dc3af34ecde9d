// expect: pass 4_layer_norm
// form: the row in dynamic shared memory as far as it fits, two passes over it, a lambda that knows where an element is.
#include "dnn.h"
#include <cuda_runtime.h>
template <class F> __device__ float block_reduce(float v, F f) {
  static __shared__ float s[32];
  for (int d = 16; d; d /= 2) v = f(v, __shfl_down_sync(0xffffffffu, v, d));
  __syncthreads();
  if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = v;
  __syncthreads();
  v = s[0];
  for (int w = 1; w < (int)blockDim.x / 32; ++w) v = f(v, s[w]);
  return v;
}
__global__ void ln(const float *x, const float *g, const float *b, int64_t C, float eps, float *y,
                   int64_t room) {
  extern __shared__ float keep[];
  x += blockIdx.x * C, y += blockIdx.x * C;
  auto at = [&](int64_t i) { return i < room ? keep[i] : x[i]; };
  auto plus = [](float p, float q) { return p + q; };
  float s = 0;
  for (int64_t i = threadIdx.x; i < C; i += blockDim.x) {
    float v = x[i];
    if (i < room) keep[i] = v;
    s += v;
  }
  float mean = block_reduce(s, plus) / C, q = 0;
  for (int64_t i = threadIdx.x; i < C; i += blockDim.x) {
    float d = at(i) - mean;
    q += d * d;
  }
  float r = rsqrtf(block_reduce(q, plus) / C + eps);
  for (int64_t i = threadIdx.x; i < C; i += blockDim.x) y[i] = (at(i) - mean) * r * g[i] + b[i];
}
int dnn_4_layer_norm(const float *in, const float *gamma, const float *beta, int64_t rows, int64_t columns,
                     float eps, float *out) {
  if (!rows) return 0;
  int64_t room = columns < 11000 ? columns : 11000;
  ln<<<(unsigned)rows, 256, room * sizeof(float)>>>(in, gamma, beta, columns, eps, out, room);
  return cudaGetLastError();
}
