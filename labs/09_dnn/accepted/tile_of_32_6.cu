// expect: pass 6_linear_gelu global_load_bytes
// form: the textbook's tile of 32 x 32, a thread an element; SwiGLU's two tiles of weights beside one of x.
#include "dnn.h"
#include <cuda_runtime.h>

#define T 32

__global__ void fused_linear(const float *x, const float *w, const float *b, int m, int k, int n, int act,
                             float *y) {
  __shared__ float xs[T][T], ws[T][T], vs[T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  long row = (long)blockIdx.y * T + ty, col = (long)blockIdx.x * T + tx;
  float acc = 0.f, acc2 = 0.f;
  for (int t = 0; t < (k + T - 1) / T; t++) {
    long kx = (long)t * T + tx, kw = (long)t * T + ty;
    xs[ty][tx] = row < m && kx < k ? x[row * k + kx] : 0.f;
    ws[ty][tx] = kw < k && col < n ? w[kw * n + col] : 0.f;
    if (act == DNN_SWIGLU) vs[ty][tx] = kw < k && col < n ? w[(k + kw) * n + col] : 0.f;
    __syncthreads();
    for (int i = 0; i < T; i++) {
      acc += xs[ty][i] * ws[i][tx];
      if (act == DNN_SWIGLU) acc2 += xs[ty][i] * vs[i][tx];
    }
    __syncthreads();
  }
  if (row >= m || col >= n) return;
  acc += b[col];
  if (act == DNN_GELU) acc = acc * normcdff(acc);
  if (act == DNN_SWIGLU) acc = acc / (1.f + __expf(-acc)) * (acc2 + b[n + col]);
  y[row * n + col] = acc;
}

int dnn_6_linear_gelu(const float *x, const float *w, const float *b, int64_t batch, int64_t inputs,
                      int64_t outputs, int activation, float *y) {
  if (!batch) return 0;
  dim3 grid((unsigned)((outputs + T - 1) / T), (unsigned)((batch + T - 1) / T));
  fused_linear<<<grid, dim3(T, T)>>>(x, w, b, (int)batch, (int)inputs, (int)outputs, activation, y);
  return cudaGetLastError();
}
