// expect: pass 2_softmax_online
// form: 20 blocks of 128 threads take rows in turn, so a second barrier stands before the pairs of the next row.
#include "dnn.h"
#include <cuda_runtime.h>

__device__ float2 both(float2 a, float2 b) {
  float m = fmaxf(a.x, b.x);
  if (m == -INFINITY) return make_float2(m, a.y + b.y); // no element yet, or a NaN
  return make_float2(m, a.y * expf(a.x - m) + b.y * expf(b.x - m));
}

__global__ void rows_in_turn(const float *in, int64_t rows, int64_t columns, float *out) {
  __shared__ float2 of_warp[4];
  for (int64_t r = blockIdx.x; r < rows; r += gridDim.x) {
    const float *x = in + r * columns;
    float2 p = make_float2(-INFINITY, 0);
    for (int64_t j = threadIdx.x; j < columns; j += blockDim.x)
      if (x[j] != -INFINITY) p = both(p, make_float2(x[j], x[j] == x[j] ? 1 : x[j]));
    for (int d = 16; d > 0; d >>= 1)
      p = both(p, make_float2(__shfl_down_sync(0xffffffff, p.x, d), __shfl_down_sync(0xffffffff, p.y, d)));
    if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = p;
    __syncthreads();
    p = both(both(of_warp[0], of_warp[1]), both(of_warp[2], of_warp[3]));
    for (int64_t j = threadIdx.x; j < columns; j += blockDim.x)
      out[r * columns + j] = p.y == 0 ? 0 : expf(x[j] - p.x) / p.y;
    __syncthreads();
  }
}

int dnn_2_softmax_online(const float *in, int64_t rows, int64_t columns, float *out) {
  unsigned blocks = rows < 20 ? (unsigned)rows : 20;
  if (rows > 0) rows_in_turn<<<blocks, 128>>>(in, rows, columns, out);
  return cudaGetLastError();
}
