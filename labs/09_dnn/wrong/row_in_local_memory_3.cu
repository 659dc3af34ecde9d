// expect: inefficient 3_softmax_resident large_frames on emu
// fault: a long row lies in arrays of 512 numbers a thread, which no registers hold: they are local memory, device memory.
#include "dnn.h"
#include <cuda_runtime.h>

enum { THREADS = 256, WARPS = THREADS / 32 };

static __device__ float of_block(float x, bool sums, float *words) {
  for (int d = 16; d > 0; d /= 2) {
    float other = __shfl_xor_sync(0xffffffff, x, d);
    x = sums ? x + other : fmaxf(x, other);
  }
  __syncthreads();
  if (threadIdx.x % 32 == 0) words[threadIdx.x / 32] = x;
  __syncthreads();
  x = words[0];
  for (int w = 1; w < WARPS; w++) x = sums ? x + words[w] : fmaxf(x, words[w]);
  return x;
}

template <int MOST> __global__ void softmax(const float *in, int64_t columns, float *out) {
  __shared__ float words[WARPS];
  float own[MOST]; // fault
  const float *row = in + blockIdx.x * columns;
  int n = 0;
  float most = -INFINITY;
  bool nan = false;
  for (int64_t j = threadIdx.x; j < columns; j += THREADS) {
    own[n] = row[j];
    nan |= own[n] != own[n];
    most = fmaxf(most, own[n++]);
  }
  most = of_block(most, false, words);
  nan = __syncthreads_or(nan);
  float sum = 0;
  for (int k = 0; k < n; k++) sum += own[k] = most == -INFINITY ? 0 : expf(own[k] - most);
  sum = of_block(sum, true, words);
  for (int k = 0; k < n; k++)
    out[blockIdx.x * columns + threadIdx.x + (int64_t)k * THREADS] = nan                 ? NAN
                                                                     : most == -INFINITY ? 0
                                                                                         : own[k] / sum;
}

int dnn_3_softmax_resident(const float *in, int64_t rows, int64_t columns, uint64_t *scratch, float *out) {
  auto *kernel = columns <= 16 * THREADS ? softmax<16> : softmax<512>;
  if (rows > 0) kernel<<<(unsigned)rows, THREADS>>>(in, columns, out);
  return cudaGetLastError();
}
