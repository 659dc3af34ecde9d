// expect: pass 10_attention tensor_ops
// form: a warp a query and a lane a key: 16 warps share a tile of 32 keys. The shares go from lane to lane by shuffles, and a
// lane has up to four elements of the result.
#include "dnn.h"
#include <cuda_runtime.h>

enum { WARPS_10 = 16, MOST = 128 };

__global__ void attention_warps(const dnn_half *q, const dnn_half *k, const dnn_half *v, const float *mask,
                                int64_t queries, int64_t keys, int size, bool causal, dnn_half *out) {
  __shared__ dnn_half tile_k[32][MOST + 2], tile_v[32][MOST];
  __shared__ float tile_q[WARPS_10][MOST];
  int lane = threadIdx.x, warp = threadIdx.y, tid = warp * 32 + lane;
  int64_t blocks = (queries + WARPS_10 - 1) / WARPS_10, head = blockIdx.x / blocks;
  int64_t first_query = blockIdx.x % blocks * WARPS_10, query = first_query + warp;
  for (int c = lane; c < size; c += 32)
    tile_q[warp][c] = query < queries ? __half2float(q[(head * queries + query) * size + c]) : 0;
  float biggest = -INFINITY, total = 0, acc[4] = {0, 0, 0, 0};
  int64_t stop = keys;
  if (causal && first_query + WARPS_10 < stop) stop = first_query + WARPS_10;
  for (int64_t base = 0; base < stop; base += 32) {
    for (int i = tid; i < 32 * size; i += 32 * WARPS_10) {
      bool there = base + i / size < keys;
      int64_t at = (head * keys + base) * size + i;
      tile_k[i / size][i % size] = there ? k[at] : __float2half(0);
      tile_v[i / size][i % size] = there ? v[at] : __float2half(0);
    }
    __syncthreads();
    float score = -INFINITY;
    if (base + lane < keys && (!causal || base + lane <= query)) {
      float dot = 0;
      for (int c = 0; c < size; c++) dot += tile_q[warp][c] * __half2float(tile_k[lane][c]);
      score = dot / sqrtf((float)size) + mask[head * keys + base + lane];
    }
    float top = score;
    for (int d = 16; d; d >>= 1) top = fmaxf(top, __shfl_xor_sync(0xffffffffu, top, d));
    top = fmaxf(top, biggest);
    float old = biggest == -INFINITY ? 0 : expf(biggest - top);
    float p = score == -INFINITY ? 0 : expf(score - top), sum = p;
    for (int d = 16; d; d >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, d);
    total = total * old + sum;
    biggest = top;
    for (int e = 0; e < 4; e++) acc[e] *= old;
    for (int j = 0; j < 32; j++) {
      float pj = __shfl_sync(0xffffffffu, p, j);
      for (int e = 0; e < 4; e++)
        if (lane + 32 * e < size) acc[e] += pj * __half2float(tile_v[j][lane + 32 * e]);
    }
    __syncthreads();
  }
  for (int e = 0; e < 4 && query < queries; e++)
    if (lane + 32 * e < size)
      out[(head * queries + query) * size + lane + 32 * e] = __float2half(total == 0 ? 0 : acc[e] / total);
}

int dnn_10_attention(const dnn_half *q, const dnn_half *k, const dnn_half *v, const float *mask,
                     int64_t heads, int64_t queries, int64_t keys, int64_t size, int causal, dnn_half *out) {
  int64_t blocks = heads * ((queries + WARPS_10 - 1) / WARPS_10);
  if (blocks > 0)
    attention_warps<<<(unsigned)blocks, dim3(32, WARPS_10)>>>(q, k, v, mask, queries, keys, (int)size,
                                                              causal != 0, out);
  return cudaGetLastError();
}
