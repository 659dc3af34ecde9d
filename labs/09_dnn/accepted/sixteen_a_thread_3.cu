// expect: pass 3_softmax_resident
// form: 1024 threads with 16 elements each; rows above 16384 are three passes with two loads, their maximum found online.
#include "dnn.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_runtime.h>
namespace cg = cooperative_groups;

template <typename OP> static __device__ float all_of(float x, OP op, float none) {
  __shared__ float warps[32];
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  x = cg::reduce(tile, x, op);
  __syncthreads();
  if (tile.thread_rank() == 0) warps[tile.meta_group_rank()] = x;
  __syncthreads();
  return cg::reduce(tile, tile.thread_rank() < tile.meta_group_size() ? warps[tile.thread_rank()] : none, op);
}

__global__ void sixteen(const float *in, int64_t columns, float *out) {
  const float *x = in + blockIdx.x * columns;
  float v[16], m = -3.4e38f, sum = 0;
#pragma unroll
  for (int k = 0; k < 16; k++) {
    v[k] = k * 1024 + threadIdx.x < columns ? x[k * 1024 + threadIdx.x] : -INFINITY;
    m = fmaxf(m, v[k]);
  }
  m = all_of(m, cg::greater<float>(), -INFINITY);
#pragma unroll
  for (int k = 0; k < 16; k++) sum += v[k] = expf(v[k] - m);
  sum = all_of(sum, cg::plus<float>(), 0);
#pragma unroll
  for (int k = 0; k < 16; k++)
    if (k * 1024 + threadIdx.x < columns)
      out[blockIdx.x * columns + k * 1024 + threadIdx.x] = sum == 0 ? 0 : v[k] / sum;
}

__global__ void longer(const float *in, int64_t columns, float *out) {
  const float *x = in + blockIdx.x * columns;
  float m = -3.4e38f, sum = 0;
  for (int64_t i = threadIdx.x; i < columns; i += 1024) {
    float before = m;
    m = fmaxf(m, x[i]);
    sum = sum * expf(before - m) + expf(x[i] - m);
  }
  float largest = all_of(m, cg::greater<float>(), -INFINITY);
  sum = all_of(sum * expf(m - largest), cg::plus<float>(), 0);
  for (int64_t i = threadIdx.x; i < columns; i += 1024)
    out[blockIdx.x * columns + i] = sum == 0 ? 0 : expf(x[i] - largest) / sum;
}

int dnn_3_softmax_resident(const float *in, int64_t rows, int64_t columns, uint64_t *, float *out) {
  if (rows == 0) return 0;
  if (columns <= 16384)
    sixteen<<<(unsigned)rows, 1024>>>(in, columns, out);
  else
    longer<<<(unsigned)rows, 1024>>>(in, columns, out);
  return cudaGetLastError();
}
