// expect: pass 10_attention tensor_ops
// form: a block of 128 queries, a thread each, and tiles of 64 keys: causal blocks end at the tile of their last query.
#include "dnn.h"
#include <cuda_runtime.h>

#define QUERIES_10 128
#define KEYS_10    64

// A key's or a value's row goes through registers as pairs of halves.
template <int D>
__global__ void attend(const __half2 *q, const __half2 *k, const __half2 *v, const float *mask, int64_t nq,
                       int64_t nk, int pairs, float scale, bool causal, __half2 *out) {
  __shared__ __half2 ks[KEYS_10][D], vs[KEYS_10][D];
  __shared__ float ms[KEYS_10];
  int64_t head = blockIdx.y, block = (int64_t)blockIdx.x * QUERIES_10, i = block + threadIdx.x;
  float2 own[D], sum[D];
  float best = -INFINITY, total = 0;
  for (int d = 0; d < D; d++) {
    own[d] = make_float2(0, 0), sum[d] = make_float2(0, 0);
    if (i < nq && d < pairs) own[d] = __half22float2(q[(head * nq + i) * pairs + d]);
  }
  for (int64_t j0 = 0; j0 < nk; j0 += KEYS_10) {
    if (causal && j0 >= block + QUERIES_10) break;
    int n = nk - j0 < KEYS_10 ? (int)(nk - j0) : KEYS_10;
    __syncthreads();
    for (int e = threadIdx.x; e < n * pairs; e += QUERIES_10) {
      ks[e / pairs][e % pairs] = k[(head * nk + j0) * pairs + e];
      vs[e / pairs][e % pairs] = v[(head * nk + j0) * pairs + e];
    }
    if (threadIdx.x < n) ms[threadIdx.x] = mask[head * nk + j0 + threadIdx.x];
    __syncthreads();
    if (causal && i - j0 + 1 < n) n = i < j0 ? 0 : (int)(i - j0 + 1);
    for (int j = 0; j < n; j++) {
      float dot = 0;
      for (int d = 0; d < pairs; d++) {
        float2 key = __half22float2(ks[j][d]);
        dot += own[d].x * key.x + own[d].y * key.y;
      }
      float score = dot * scale + ms[j];
      if (score == -INFINITY) continue;
      if (score > best) {
        float old = expf(best - score);
        total *= old, best = score;
        for (int d = 0; d < pairs; d++) sum[d].x *= old, sum[d].y *= old;
      }
      float share = expf(score - best);
      total += share;
      for (int d = 0; d < pairs; d++) {
        float2 value = __half22float2(vs[j][d]);
        sum[d].x += share * value.x, sum[d].y += share * value.y;
      }
    }
  }
  float inverse = total > 0 ? 1 / total : 0;
  for (int d = 0; d < pairs && i < nq; d++)
    out[(head * nq + i) * pairs + d] = __floats2half2_rn(sum[d].x * inverse, sum[d].y * inverse);
}

int dnn_10_attention(const dnn_half *q, const dnn_half *k, const dnn_half *v, const float *mask,
                     int64_t heads, int64_t queries, int64_t keys, int64_t size, int causal, dnn_half *out) {
  if (heads * queries == 0) return 0;
  dim3 grid((unsigned)((queries + QUERIES_10 - 1) / QUERIES_10), (unsigned)heads);
  auto kernel = size <= 64 ? attend<32> : attend<64>;
  kernel<<<grid, QUERIES_10>>>((const __half2 *)q, (const __half2 *)k, (const __half2 *)v, mask, queries,
                               keys, (int)size / 2, rsqrtf((float)size), causal != 0, (__half2 *)out);
  return cudaGetLastError();
}
