// expect: pass 9_quantised_gemv global_load_sectors
// form: a warp a row; a lane takes a word of four weights where the row allows it, x through the cache.
#include "dnn.h"
#include <cuda_runtime.h>

__global__ void gemv(const int8_t *w, const half *scales, const half *x, int64_t rows, int64_t columns,
                     float *out) {
  int64_t r = (int64_t)blockIdx.x * blockDim.y + threadIdx.y;
  if (r >= rows) return;
  const int8_t *row = w + r * columns;
  const half *scale = scales + r * dnn_groups(columns);
  float sum = 0;
  if (((uintptr_t)row & 3) == 0 && ((uintptr_t)x & 7) == 0) {
    int64_t words = columns / 4;
    for (int64_t k = threadIdx.x; k < words; k += 32) {
      char4 q = ((const char4 *)row)[k];
      uint2 two = ((const uint2 *)x)[k];
      float2 a = __half22float2(*(half2 *)&two.x), b = __half22float2(*(half2 *)&two.y);
      float s = __half2float(scale[4 * k / DNN_GROUP]);
      sum += s * (q.x * a.x + q.y * a.y + q.z * b.x + q.w * b.y);
    }
    for (int64_t j = words * 4 + threadIdx.x; j < columns; j += 32)
      sum += __half2float(scale[j / DNN_GROUP]) * row[j] * __half2float(x[j]);
  } else {
    for (int64_t j = threadIdx.x; j < columns; j += 32)
      sum += __half2float(scale[j / DNN_GROUP]) * row[j] * __half2float(x[j]);
  }
  for (int d = 16; d; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
  if (threadIdx.x == 0) out[r] = sum;
}
int dnn_9_quantised_gemv(const int8_t *weights, const dnn_half *scales, const dnn_half *x, int64_t rows,
                         int64_t columns, float *out) {
  if (rows) gemv<<<(unsigned)((rows + 3) / 4), dim3(32, 4)>>>(weights, scales, x, rows, columns, out);
  return cudaGetLastError();
}
