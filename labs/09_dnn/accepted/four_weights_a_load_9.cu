// expect: pass 9_quantised_gemv global_load_requests
// form: a warp a row and a char4 a lane, so that a step is one group of 128; x lies in shared memory as floats.
#include "dnn.h"
#include <cuda_runtime.h>

#define CHUNK 2048

__global__ void dequant_gemv(const int8_t *w, const __half *s, const __half *x, int64_t rows, int64_t columns,
                             float *y) {
  __shared__ float xs[CHUNK];
  int64_t row = (int64_t)blockIdx.x * 16 + threadIdx.y, groups = dnn_groups(columns);
  bool fours = columns % 4 == 0 && (size_t)w % 4 == 0;
  float acc = 0.f;
  for (int64_t c0 = 0; c0 < columns; c0 += CHUNK) {
    for (int i = threadIdx.y * 32 + threadIdx.x; i < CHUNK; i += 512)
      xs[i] = c0 + i < columns ? __half2float(x[c0 + i]) : 0.f;
    __syncthreads();
    if (row < rows && fours) {
      for (int c = threadIdx.x * 4; c < CHUNK && c0 + c < columns; c += 128) {
        char4 v = *reinterpret_cast<const char4 *>(w + row * columns + c0 + c);
        float scale = __half2float(s[row * groups + (c0 + c) / DNN_GROUP]);
        acc += scale * (v.x * xs[c] + v.y * xs[c + 1] + v.z * xs[c + 2] + v.w * xs[c + 3]);
      }
    } else if (row < rows) {
      for (int c = threadIdx.x; c < CHUNK && c0 + c < columns; c += 32)
        acc += __half2float(s[row * groups + (c0 + c) / DNN_GROUP]) * w[row * columns + c0 + c] * xs[c];
    }
    __syncthreads();
  }
  for (int o = 16; o > 0; o >>= 1) acc += __shfl_down_sync(0xffffffffu, acc, o);
  if (threadIdx.x == 0 && row < rows) y[row] = acc;
}

int dnn_9_quantised_gemv(const int8_t *weights, const dnn_half *scales, const dnn_half *x, int64_t rows,
                         int64_t columns, float *out) {
  if (rows == 0) return 0;
  dequant_gemv<<<(unsigned)((rows + 15) / 16), dim3(32, 16)>>>(weights, scales, x, rows, columns, out);
  return cudaGetLastError();
}
