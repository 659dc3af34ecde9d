// expect: pass 4_layer_norm
// form: the mean first, then the squares of the distances to it, both from registers; longer rows by Welford's rule.
#include "block.cuh"
#include "dnn.h"

__global__ void from_registers(const float *in, const float *gamma, const float *beta, int64_t columns,
                               float eps, float *out) {
  const float *x = in + blockIdx.x * columns;
  float v[32], sum = 0, squares = 0;
#pragma unroll
  for (int k = 0; k < 32; k++) {
    int i = k * BLOCK + threadIdx.x;
    v[k] = i < columns ? x[i] : 0;
    sum += v[k];
  }
  float mean = block_sum(sum) / columns;
#pragma unroll
  for (int k = 0; k < 32; k++) {
    float d = k * BLOCK + threadIdx.x < columns ? v[k] - mean : 0;
    squares += d * d;
  }
  float rstd = 1 / sqrtf(block_sum(squares) / columns + eps);
#pragma unroll
  for (int k = 0; k < 32; k++) {
    int i = k * BLOCK + threadIdx.x;
    if (i < columns) out[blockIdx.x * columns + i] = (v[k] - mean) * rstd * gamma[i] + beta[i];
  }
}

__global__ void long_row(const float *in, const float *gamma, const float *beta, int64_t columns, float eps,
                         float *out) {
  const float *x = in + blockIdx.x * columns;
  float n = 0, mean = 0, m2 = 0;
  for (int64_t i = threadIdx.x; i < columns; i += BLOCK) {
    float delta = x[i] - mean;
    mean += delta / ++n;
    m2 += delta * (x[i] - mean);
  }
  float all = block_sum(n * mean) / columns, away = mean - all; // all threads have elements
  float rstd = rsqrtf(block_sum(m2 + n * away * away) / columns + eps);
  for (int64_t i = threadIdx.x; i < columns; i += BLOCK)
    out[blockIdx.x * columns + i] = (x[i] - all) * rstd * gamma[i] + beta[i];
}

int dnn_4_layer_norm(const float *in, const float *gamma, const float *beta, int64_t rows, int64_t columns,
                     float eps, float *out) {
  if (rows == 0) return 0;
  (columns <= 32 * BLOCK ? from_registers : long_row)<<<(unsigned)rows, BLOCK>>>(in, gamma, beta, columns,
                                                                                 eps, out);
  return cudaGetLastError();
}
