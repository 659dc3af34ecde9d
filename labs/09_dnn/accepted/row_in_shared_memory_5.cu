// expect: pass 5_rms_norm_residual
// form: the new residual in shared memory, as bfloat16; a row that does not fit is loaded again.
#include "block.cuh"
#include "dnn.h"

enum { ROOM = 16384 };

__global__ void in_shared(const dnn_bf16 *x, dnn_bf16 *residual, const dnn_bf16 *weight, int64_t columns,
                          float eps, dnn_bf16 *out) {
  __shared__ dnn_bf16 kept[ROOM];
  int64_t first = blockIdx.x * columns;
  float sum = 0;
  for (int64_t i = threadIdx.x; i < columns; i += BLOCK) {
    dnn_bf16 h = __float2bfloat16(__bfloat162float(x[first + i]) + __bfloat162float(residual[first + i]));
    residual[first + i] = h;
    if (i < ROOM) kept[i] = h;
    sum = fmaf(__bfloat162float(h), __bfloat162float(h), sum);
  }
  float root = sqrtf(block_sum(sum) / columns + eps);
  for (int64_t i = threadIdx.x; i < columns; i += BLOCK) {
    float h = __bfloat162float(i < ROOM ? kept[i] : residual[first + i]);
    out[first + i] = __float2bfloat16(h / root * __bfloat162float(weight[i]));
  }
}

int dnn_5_rms_norm_residual(const dnn_bf16 *x, dnn_bf16 *residual, const dnn_bf16 *weight, int64_t rows,
                            int64_t columns, float eps, dnn_bf16 *out) {
  if (rows > 0) in_shared<<<(unsigned)rows, BLOCK>>>(x, residual, weight, columns, eps, out);
  return cudaGetLastError();
}
