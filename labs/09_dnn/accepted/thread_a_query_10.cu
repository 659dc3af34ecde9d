// expect: pass 10_attention tensor_ops
// form: the first textbook form of fused attention: a thread a query, keys and values in tiles of shared memory, the exponentials
// of a tile after all of its scores.
#include "dnn.h"
#include <cuda_runtime.h>

#define Br 32
#define Bc 32

template <int D>
__global__ void flash(const half *Q, const half *K, const half *V, const float *mask, int64_t N, int64_t M,
                      int d, bool causal, half *O) {
  __shared__ half Kj[Bc][D], Vj[Bc][D];
  __shared__ float S[Br][Bc + 1];
  const int t = threadIdx.x;
  const int64_t row = (int64_t)blockIdx.x * Br + t;
  Q += blockIdx.y * N * d, O += blockIdx.y * N * d, K += blockIdx.y * M * d, V += blockIdx.y * M * d;
  mask += blockIdx.y * M;

  float q[D], o[D], m = -INFINITY, l = 0.f;
#pragma unroll
  for (int i = 0; i < D; i++) {
    q[i] = i < d && row < N ? __half2float(Q[row * d + i]) : 0.f;
    o[i] = 0.f;
  }
  for (int64_t j0 = 0; j0 < M; j0 += Bc) {
    if (causal && j0 > (int64_t)blockIdx.x * Br + Br - 1) break;
    for (int i = t; i < Bc * D; i += Br) {
      int r = i / D, c = i % D;
      Kj[r][c] = j0 + r < M && c < d ? K[(j0 + r) * d + c] : __float2half(0.f);
      Vj[r][c] = j0 + r < M && c < d ? V[(j0 + r) * d + c] : __float2half(0.f);
    }
    __syncthreads();
    float tile_max = -INFINITY;
    for (int j = 0; j < Bc; j++) {
      float s = -INFINITY;
      if (j0 + j < M && !(causal && j0 + j > row)) {
        s = 0.f;
#pragma unroll
        for (int i = 0; i < D; i++) s += q[i] * __half2float(Kj[j][i]);
        s = s * rsqrtf((float)d) + mask[j0 + j];
      }
      S[t][j] = s;
      tile_max = fmaxf(tile_max, s);
    }
    float m_new = fmaxf(m, tile_max);
    if (m_new != -INFINITY) {
      float correction = expf(m - m_new);
      l *= correction;
#pragma unroll
      for (int i = 0; i < D; i++) o[i] *= correction;
      for (int j = 0; j < Bc; j++) {
        float p = expf(S[t][j] - m_new);
        l += p;
#pragma unroll
        for (int i = 0; i < D; i++) o[i] += p * __half2float(Vj[j][i]);
      }
      m = m_new;
    }
    __syncthreads();
  }
  if (row < N)
#pragma unroll
    for (int i = 0; i < D; i++)
      if (i < d) O[row * d + i] = __float2half(l > 0.f ? o[i] / l : 0.f);
}

int dnn_10_attention(const dnn_half *q, const dnn_half *k, const dnn_half *v, const float *mask,
                     int64_t heads, int64_t queries, int64_t keys, int64_t size, int causal, dnn_half *out) {
  if (heads * queries == 0) return 0;
  dim3 grid((unsigned)((queries + Br - 1) / Br), (unsigned)heads);
  if (size <= 64)
    flash<64><<<grid, Br>>>(q, k, v, mask, queries, keys, (int)size, causal, out);
  else
    flash<128><<<grid, Br>>>(q, k, v, mask, queries, keys, (int)size, causal, out);
  return cudaGetLastError();
}
