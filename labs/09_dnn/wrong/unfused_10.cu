// expect: inefficient 10_attention global_store_bytes on emu
// fault: three kernels: all scores are stored, their softmax replaces them, and the third one multiplies it by the values.
#include "block.cuh"
#include "dnn.h"
#include <cuda_runtime.h>

static __device__ float scores[1 << 18];

// A thread has a score; 16 queries and 16 keys at a time are in shared memory.
__global__ void all_scores(const dnn_half *q, const dnn_half *k, const float *mask, int64_t queries,
                           int64_t keys, int size, bool causal) {
  __shared__ float a[16][17], b[16][17];
  int x = threadIdx.x, y = threadIdx.y;
  int64_t head = blockIdx.z, key0 = blockIdx.x * 16, query0 = blockIdx.y * 16, key = key0 + x,
          query = query0 + y;
  float sum = 0;
  for (int d = 0; d < size; d += 16) {
    bool in_query = query < queries && d + x < size, in_key = key0 + y < keys && d + x < size;
    a[y][x] = in_query ? __half2float(q[(head * queries + query) * size + d + x]) : 0;
    b[y][x] = in_key ? __half2float(k[(head * keys + key0 + y) * size + d + x]) : 0;
    __syncthreads();
    for (int i = 0; i < 16; i++) sum += a[y][i] * b[x][i];
    __syncthreads();
  }
  if (query >= queries || key >= keys) return;
  float score = sum / sqrtf((float)size) + mask[head * keys + key];
  scores[(head * queries + query) * keys + key] = causal && key > query ? -INFINITY : score; // fault
}

__global__ void softmax_of_rows(int64_t keys) {
  float *row = scores + blockIdx.x * keys, max = -INFINITY, sum = 0;
  for (int64_t j = threadIdx.x; j < keys; j += BLOCK) max = fmaxf(max, row[j]);
  max = block_max(max);
  if (max == -INFINITY) max = 0;
  for (int64_t j = threadIdx.x; j < keys; j += BLOCK) sum += expf(row[j] - max);
  sum = block_sum(sum);
  for (int64_t j = threadIdx.x; j < keys; j += BLOCK) row[j] = sum == 0 ? 0 : expf(row[j] - max) / sum;
}

__global__ void times_values(const dnn_half *v, int64_t queries, int64_t keys, int size, dnn_half *out) {
  __shared__ float a[16][17], b[16][17];
  int x = threadIdx.x, y = threadIdx.y;
  int64_t head = blockIdx.z, query = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
  float sum = 0;
  for (int64_t j = 0; j < keys; j += 16) {
    a[y][x] = query < queries && j + x < keys ? scores[(head * queries + query) * keys + j + x] : 0;
    b[y][x] = j + y < keys && column < size ? __half2float(v[(head * keys + j + y) * size + column]) : 0;
    __syncthreads();
    for (int i = 0; i < 16; i++) sum += a[y][i] * b[i][x];
    __syncthreads();
  }
  if (query < queries && column < size) out[(head * queries + query) * size + column] = __float2half(sum);
}

int dnn_10_attention(const dnn_half *q, const dnn_half *k, const dnn_half *v, const float *mask,
                     int64_t heads, int64_t queries, int64_t keys, int64_t size, int causal, dnn_half *out) {
  unsigned rows = (unsigned)((queries + 15) / 16), columns = (unsigned)((keys + 15) / 16);
  if (heads * queries == 0) return 0;
  dim3 block(16, 16);
  all_scores<<<dim3(columns, rows, (unsigned)heads), block>>>(q, k, mask, queries, keys, (int)size,
                                                              causal != 0);
  softmax_of_rows<<<(unsigned)(heads * queries), BLOCK>>>(keys);
  times_values<<<dim3((unsigned)((size + 15) / 16), rows, (unsigned)heads), block>>>(v, queries, keys,
                                                                                     (int)size, out);
  return cudaGetLastError();
}
