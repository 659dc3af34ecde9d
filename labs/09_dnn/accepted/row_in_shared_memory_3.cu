// expect: pass 3_softmax_resident
// form: the row in dynamic shared memory; one that does not fit is loaded twice, online.
#include "block.cuh"
#include "dnn.h"

extern __shared__ float row_in_shared[];

__global__ void in_shared(const float *in, int64_t columns, float *out) {
  const float *x = in + blockIdx.x * columns;
  float m = -INFINITY, sum = 0;
  for (int i = threadIdx.x; i < columns; i += BLOCK) {
    row_in_shared[i] = x[i];
    m = fmaxf(m, x[i]);
  }
  m = fmaxf(block_max(m), -3.4e38f);
  for (int i = threadIdx.x; i < columns; i += BLOCK) sum += row_in_shared[i] = expf(row_in_shared[i] - m);
  sum = block_sum(sum);
  for (int i = threadIdx.x; i < columns; i += BLOCK)
    out[blockIdx.x * columns + i] = sum == 0 ? 0 : row_in_shared[i] / sum;
}

__global__ void too_long(const float *in, int64_t columns, float *out) {
  const float *x = in + blockIdx.x * columns;
  float m = -3.4e38f, sum = 0;
  for (int64_t i = threadIdx.x; i < columns; i += BLOCK) {
    float next = fmaxf(m, x[i]);
    sum = sum * expf(m - next) + expf(x[i] - next);
    m = next;
  }
  float all = block_max(m);
  sum = block_sum(sum * expf(m - all));
  for (int64_t i = threadIdx.x; i < columns; i += BLOCK)
    out[blockIdx.x * columns + i] = sum == 0 ? 0 : expf(x[i] - all) / sum;
}

int dnn_3_softmax_resident(const float *in, int64_t rows, int64_t columns, uint64_t *, float *out) {
  if (rows == 0) return 0;
  if (columns * sizeof(float) <= 40 << 10)
    in_shared<<<(unsigned)rows, BLOCK, columns * sizeof(float)>>>(in, columns, out);
  else
    too_long<<<(unsigned)rows, BLOCK>>>(in, columns, out);
  return cudaGetLastError();
}
