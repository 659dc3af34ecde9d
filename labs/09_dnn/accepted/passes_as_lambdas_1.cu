// expect: pass 1_softmax_three_passes
// form: the given helpers, one pass written as a function that the others share.
#include "block.cuh"
#include "dnn.h"

template <typename F> static __device__ void each(int64_t n, F work) {
  for (int64_t i = threadIdx.x; i < n; i += blockDim.x) work(i);
}

__global__ void with_lambdas(const float *in, int64_t columns, float *out) {
  const float *x = in + blockIdx.x * columns;
  float *y = out + blockIdx.x * columns, m = -INFINITY, sum = 0;
  each(columns, [&](int64_t i) { m = fmaxf(m, x[i]); });
  m = block_max(m);
  m = fmaxf(m, -3.4e38f); // a row of -infinity alone: its exponentials are 0
  each(columns, [&](int64_t i) { sum += expf(x[i] - m); });
  sum = block_sum(sum);
  each(columns, [&](int64_t i) { y[i] = sum == 0 ? 0 : expf(x[i] - m) / sum; });
}

int dnn_1_softmax_three_passes(const float *in, int64_t rows, int64_t columns, float *out) {
  if (rows > 0) with_lambdas<<<(unsigned)rows, BLOCK>>>(in, columns, out);
  return cudaGetLastError();
}
