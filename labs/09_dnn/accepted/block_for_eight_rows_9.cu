// expect: pass 9_quantised_gemv global_load_requests
// form: a block has eight rows and walks along them together: an element of x is loaded once for all, into a register. The
// warps' sums meet in shared memory.
#include "dnn.h"
#include <cuda_runtime.h>

enum { R = 8, T = 128 };

__global__ void rows_together(const int8_t *weights, const dnn_half *scales, const dnn_half *x, int64_t rows,
                              int64_t columns, float *out) {
  __shared__ float partial[R][T / 32];
  int64_t first = (int64_t)blockIdx.x * R;
  float sums[R];
  for (int r = 0; r < R; ++r) sums[r] = 0;
  for (int64_t j = threadIdx.x; j < columns; j += T) {
    float xj = __half2float(x[j]);
    for (int r = 0; r < R && first + r < rows; ++r) {
      float q = weights[(first + r) * columns + j];
      sums[r] += q * xj * __half2float(scales[(first + r) * dnn_groups(columns) + j / DNN_GROUP]);
    }
  }
  for (int r = 0; r < R; ++r) {
    for (int d = 1; d < 32; d *= 2) sums[r] += __shfl_xor_sync(~0u, sums[r], d);
    if (threadIdx.x % 32 == 0) partial[r][threadIdx.x / 32] = sums[r];
  }
  __syncthreads();
  int r = threadIdx.x;
  if (r < R && first + r < rows)
    out[first + r] = partial[r][0] + partial[r][1] + partial[r][2] + partial[r][3];
}

int dnn_9_quantised_gemv(const int8_t *weights, const dnn_half *scales, const dnn_half *x, int64_t rows,
                         int64_t columns, float *out) {
  if (rows > 0) rows_together<<<(unsigned)((rows + R - 1) / R), T>>>(weights, scales, x, rows, columns, out);
  return cudaGetLastError();
}
