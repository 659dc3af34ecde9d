// expect: pass 7_linear_backward global_load_bytes
// form: the textbook's tile of 16 x 16, halves in shared memory, and a kernel of its own for db, a thread a column.
#include "dnn.h"
#include <cuda_runtime.h>

#define T 16

// The element [l][j] of a factor, or [j][l] where it is transposed, of a matrix with n columns; 0 outside.
static __device__ __half get(const __half *p, int64_t rows, int64_t n, int64_t i, int64_t j) {
  return i < rows && j < n ? p[i * n + j] : __float2half(0.f);
}

__global__ void grad_weight(const __half *x, const __half *dy, int64_t m, int64_t k, int64_t n, float inv,
                            float *dw) {
  __shared__ __half xs[T][T], ds[T][T];
  int64_t row = (int64_t)blockIdx.y * T + threadIdx.y, col = (int64_t)blockIdx.x * T + threadIdx.x;
  float acc = 0.f;
  for (int64_t t = 0; t < m; t += T) {
    xs[threadIdx.y][threadIdx.x] = get(x, m, k, t + threadIdx.y, (int64_t)blockIdx.y * T + threadIdx.x);
    ds[threadIdx.y][threadIdx.x] = get(dy, m, n, t + threadIdx.y, col);
    __syncthreads();
    for (int i = 0; i < T; i++) acc += __half2float(xs[i][threadIdx.y]) * __half2float(ds[i][threadIdx.x]);
    __syncthreads();
  }
  if (row < k && col < n) dw[row * n + col] = acc * inv;
}

__global__ void grad_bias(const __half *dy, int64_t m, int64_t n, float inv, float *db) {
  int64_t col = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (col >= n) return;
  float acc = 0.f;
  for (int64_t r = 0; r < m; r++) acc += __half2float(dy[r * n + col]);
  db[col] = acc * inv;
}

__global__ void grad_input(const __half *dy, const __half *w, int64_t m, int64_t k, int64_t n, __half *dx) {
  __shared__ __half ds[T][T], ws[T][T + 2];
  int64_t row = (int64_t)blockIdx.y * T + threadIdx.y, col = (int64_t)blockIdx.x * T + threadIdx.x;
  float acc = 0.f;
  for (int64_t t = 0; t < n; t += T) {
    ds[threadIdx.y][threadIdx.x] = get(dy, m, n, row, t + threadIdx.x);
    ws[threadIdx.y][threadIdx.x] = get(w, k, n, (int64_t)blockIdx.x * T + threadIdx.y, t + threadIdx.x);
    __syncthreads();
    for (int i = 0; i < T; i++) acc += __half2float(ds[threadIdx.y][i]) * __half2float(ws[threadIdx.x][i]);
    __syncthreads();
  }
  if (row < m && col < k) dx[row * k + col] = __float2half(acc);
}

int dnn_7_linear_backward(const dnn_half *x, const dnn_half *w, const dnn_half *dy, int64_t batch,
                          int64_t inputs, int64_t outputs, float scale, dnn_half *dx, float *dw, float *db) {
  dim3 block(T, T);
  unsigned of_m = (unsigned)((batch + T - 1) / T), of_k = (unsigned)((inputs + T - 1) / T),
           of_n = (unsigned)((outputs + T - 1) / T);
  grad_weight<<<dim3(of_n, of_k), block>>>(x, dy, batch, inputs, outputs, 1.f / scale, dw);
  grad_bias<<<(unsigned)((outputs + 127) / 128), 128>>>(dy, batch, outputs, 1.f / scale, db);
  if (batch > 0) grad_input<<<dim3(of_k, of_m), block>>>(dy, w, batch, inputs, outputs, dx);
  return cudaGetLastError();
}
