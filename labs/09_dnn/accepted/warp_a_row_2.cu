// expect: pass 2_softmax_online
// form: a warp a row without a barrier; the maximum of the warp's own pairs first, then one rescaling and a sum.
#include "dnn.h"
#include <cuda_runtime.h>

__global__ void warp_online(const float *in, int64_t rows, int64_t columns, float *out) {
  int64_t row = (int64_t)blockIdx.x * blockDim.y + threadIdx.y;
  if (row >= rows) return;
  const float *x = in + row * columns;
  float *y = out + row * columns, m = -INFINITY, l = 0;
  for (int64_t i = threadIdx.x; i < columns; i += 32) {
    float v = x[i], next = fmaxf(m, v), shift = next == -INFINITY ? 0 : next;
    l = l * expf(m - shift) + expf(v - shift);
    m = next;
  }
  float largest = m;
  for (int k = 1; k < 32; k *= 2) largest = fmaxf(largest, __shfl_xor_sync(~0u, largest, k));
  float shift = largest == -INFINITY ? 0 : largest;
  l *= expf(m - shift);
  for (int k = 1; k < 32; k *= 2) l += __shfl_xor_sync(~0u, l, k);
  for (int64_t i = threadIdx.x; i < columns; i += 32) y[i] = l == 0 ? 0 : expf(x[i] - shift) / l;
}

int dnn_2_softmax_online(const float *in, int64_t rows, int64_t columns, float *out) {
  if (rows == 0) return 0;
  dim3 block(32, 8);
  warp_online<<<(unsigned)((rows + 7) / 8), block>>>(in, rows, columns, out);
  return cudaGetLastError();
}
