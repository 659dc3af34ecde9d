// expect: pass 1_softmax_three_passes
// form: trees in shared memory over 1024 threads; the exponentials are stored, and loaded again for the quotient.
#include "dnn.h"
#include <cuda_runtime.h>

__global__ void trees(const float *in, int64_t columns, float *out) {
  __shared__ float tree[1024];
  const float *x = &in[blockIdx.x * columns];
  float *y = &out[blockIdx.x * columns];
  int tid = threadIdx.x;

  float largest = -INFINITY;
  for (int64_t i = tid; i < columns; i += blockDim.x)
    largest = x[i] > largest || x[i] != x[i] ? x[i] : largest;
  tree[tid] = largest;
  for (int s = blockDim.x / 2; s > 0; s >>= 1) {
    __syncthreads();
    if (tid < s) tree[tid] = fmaxf(tree[tid], tree[tid + s]);
  }
  __syncthreads();
  largest = tree[0];
  __syncthreads();
  float offset = isinf(largest) && largest < 0 ? 0 : largest, total = 0;
  for (int64_t i = tid; i < columns; i += blockDim.x) {
    float e = expf(x[i] - offset);
    y[i] = e;
    total += e;
  }
  tree[tid] = total;
  for (int s = blockDim.x / 2; s > 0; s >>= 1) {
    __syncthreads();
    if (tid < s) tree[tid] += tree[tid + s];
  }
  __syncthreads();
  total = tree[0];
  for (int64_t i = tid; i < columns; i += blockDim.x) y[i] = total == 0 ? 0 : y[i] / total;
}

int dnn_1_softmax_three_passes(const float *in, int64_t rows, int64_t columns, float *out) {
  if (rows > 0) trees<<<(unsigned)rows, 1024>>>(in, columns, out);
  return cudaGetLastError();
}
