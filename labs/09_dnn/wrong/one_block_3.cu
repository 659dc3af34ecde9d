// expect: inefficient 3_softmax_resident busiest_block_share on emu
// fault: one block has one row after the other, in registers where it has room.
#include "dnn.h"
#include "block.cuh"

enum { OWN = 64 };

__global__ void one_by_one(const float *in, int64_t rows, int64_t columns, float *out) {
  for (int64_t row = 0; row < rows; row++) {
    const float *x = in + row * columns;
    float *y = out + row * columns, v[OWN], largest = -INFINITY, sum = 0;
    bool fits = columns <= OWN * 256;
    for (int k = 0; k < OWN && fits; k++) {
      int64_t j = k * 256 + threadIdx.x;
      v[k] = j < columns ? x[j] : -INFINITY;
      largest = fmaxf(largest, v[k]);
    }
    for (int64_t j = threadIdx.x; j < columns && !fits; j += 256) {
      float more = fmaxf(largest, x[j]);
      if (more > -INFINITY) sum = sum * expf(largest - more) + expf(x[j] - more);
      if (isnan(x[j])) sum = NAN;
      largest = more;
    }
    float most = block_max(largest);
    if (!fits) sum *= most > -INFINITY ? expf(largest - most) : 1;
    for (int k = 0; k < OWN && fits; k++)
      sum += v[k] = most == -INFINITY && !isnan(v[k]) ? 0 : expf(v[k] - most);
    sum = block_sum(sum);
    for (int k = 0; k < OWN && fits; k++)
      if (k * 256 + threadIdx.x < columns) y[k * 256 + threadIdx.x] = sum == 0 ? 0 : v[k] / sum;
    for (int64_t j = threadIdx.x; j < columns && !fits; j += 256)
      y[j] = sum == 0 ? 0 : expf(x[j] - most) / sum;
  }
}

int dnn_3_softmax_resident(const float *in, int64_t rows, int64_t columns, uint64_t *, float *out) {
  if (rows) one_by_one<<<1, 256>>>(in, rows, columns, out); // fault
  return cudaGetLastError();
}
