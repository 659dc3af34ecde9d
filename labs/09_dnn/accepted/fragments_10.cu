// expect: pass 10_attention
// form: nvcuda::wmma: scores leave the fragments by way of shared memory, where two lanes have a query; a matrix of row numbers
// tells which rows a lane's elements belong to.
#include "dnn.h"
#include <cuda_runtime.h>
#include <mma.h>

enum { WARP = 32 };
static const unsigned ALL_LANES = 0xffffffff;

struct part {
  float max, sum;
};

static __device__ float rescaling(float from, float to) {
  return from == -INFINITY ? 0 : expf(from - to);
}

static __device__ float inverse(float sum) {
  return sum == 0 ? 0 : 1 / sum;
}

// A block has 64 queries, each of its four warps 16, and walks along the keys, 32 at a time. The tensor cores make the scores,
// 16 x 32 of a warp, and the products with the values. In between lie two lanes a query: the online softmax of stage 2.
enum { HEAD_WARPS = 4, HEAD_THREADS = HEAD_WARPS * WARP, FRAGMENT = 16, KEYS = 32 };
enum { QUERIES = HEAD_WARPS * FRAGMENT, GAP = 8, STRIDE = KEYS + GAP };
enum { HELD = FRAGMENT * FRAGMENT / WARP }; // elements of a sum's fragment that a lane holds

typedef nvcuda::wmma::fragment<nvcuda::wmma::accumulator, FRAGMENT, FRAGMENT, FRAGMENT, float> sum_fragment;
typedef nvcuda::wmma::fragment<nvcuda::wmma::matrix_a, FRAGMENT, FRAGMENT, FRAGMENT, __half,
                               nvcuda::wmma::row_major>
    left_fragment;
template <typename LAYOUT>
using right_fragment =
    nvcuda::wmma::fragment<nvcuda::wmma::matrix_b, FRAGMENT, FRAGMENT, FRAGMENT, __half, LAYOUT>;

// ROOM is the head's size, rounded up to a size that the kernel is compiled for. Rows have a gap of 8 elements, so that the
// rows of a fragment lie in different banks.
template <int ROOM> struct attention_memory {
  __half rows[2 * KEYS][ROOM + GAP]; // first the queries, then 32 keys and 32 values
  float scores[HEAD_WARPS][FRAGMENT][STRIDE];
  __half shares[HEAD_WARPS][FRAGMENT][STRIDE];
  float factor[HEAD_WARPS][FRAGMENT], mask[KEYS];
};

// Rows first .. first + KEYS - 1 of x, 0 where there are none, eight elements a load.
template <int ROOM>
static __device__ void load_rows(__half (*to)[ROOM + GAP], const __half *x, int64_t first, int64_t rows,
                                 int size) {
  for (int i = threadIdx.x * 8; i < KEYS * ROOM; i += HEAD_THREADS * 8) {
    int r = i / ROOM, c = i % ROOM;
    bool inside = first + r < rows && c < size;
    *(uint4 *)&to[r][c] = inside ? *(const uint4 *)(x + (first + r) * size + c) : make_uint4(0, 0, 0, 0);
  }
}

// Which rows a lane's elements of a sum belong to. CUDA does not say; a matrix whose elements are their rows does.
static __device__ void rows_of_elements(float (*s)[STRIDE], int *row_of) {
  sum_fragment rows;
  for (int i = threadIdx.x % WARP; i < FRAGMENT * FRAGMENT; i += WARP)
    s[i / FRAGMENT][i % FRAGMENT] = (float)(i / FRAGMENT);
  __syncwarp();
  nvcuda::wmma::load_matrix_sync(rows, &s[0][0], STRIDE, nvcuda::wmma::mem_row_major);
#pragma unroll
  for (int i = 0; i < HELD; i++) row_of[i] = (int)rows.x[i];
  __syncwarp();
}

// A warp's scores become shares exp(score - maximum), as halves. Lane l has query l / 2, and of each eight keys four. `known`
// is what the lane knows of its query: the maximum, and the sum of its own shares. Returns the factor for what was before.
static __device__ float shares_of_tile(float (*scores)[STRIDE], __half (*shares)[STRIDE], const float *mask,
                                       float scale, int64_t visible, part *known) {
  int row = threadIdx.x % WARP / 2, side = threadIdx.x % 2 * 4;
  float x[KEYS / 2], max = known->max, sum = 0;
#pragma unroll
  for (int k = 0; k < KEYS / 2; k += 4) {
    int key = 2 * k + side;
    float4 s = *(const float4 *)&scores[row][key], m = *(const float4 *)&mask[key];
    x[k] = s.x * scale + m.x, x[k + 1] = s.y * scale + m.y;
    x[k + 2] = s.z * scale + m.z, x[k + 3] = s.w * scale + m.w;
#pragma unroll
    for (int i = 0; i < 4; i++) {
      if (key + i >= visible) x[k + i] = -INFINITY;
      max = fmaxf(max, x[k + i]);
    }
  }
  max = fmaxf(max, __shfl_xor_sync(ALL_LANES, max, 1));
  float from = max == -INFINITY ? 0 : max;
#pragma unroll
  for (int k = 0; k < KEYS / 2; k += 4) {
#pragma unroll
    for (int i = 0; i < 4; i++) sum += x[k + i] = expf(x[k + i] - from);
    __half2 *to = (__half2 *)&shares[row][2 * k + side];
    to[0] = __floats2half2_rn(x[k], x[k + 1]);
    to[1] = __floats2half2_rn(x[k + 2], x[k + 3]);
  }
  float factor = rescaling(known->max, max);
  known->sum = known->sum * factor + sum;
  known->max = max;
  return factor;
}

// q and out: the head's rows, from the block's first one on.
template <int ROOM>
__global__ void __launch_bounds__(HEAD_THREADS)
    dnn_10_attention_kernel(const __half *q, const __half *k, const __half *v, const float *mask,
                            int64_t queries, int64_t keys, int size, bool causal, float scale, __half *out) {
  __shared__ __align__(32) attention_memory<ROOM> s;
  int warp = threadIdx.x / WARP, lane = threadIdx.x % WARP;
  int64_t tiles = (queries + QUERIES - 1) / QUERIES, head = blockIdx.x / tiles;
  int64_t query0 = blockIdx.x % tiles * QUERIES, own = query0 + warp * FRAGMENT + lane / 2;
  q += head * queries * size, out += head * queries * size;
  k += head * keys * size, v += head * keys * size, mask += head * keys;

  left_fragment query[ROOM / FRAGMENT];
  sum_fragment sum[ROOM / FRAGMENT];
  int row_of[HELD];
  for (int half = 0; half < 2; half++)
    load_rows<ROOM>(s.rows + half * KEYS, q, query0 + half * KEYS, queries, size);
  __syncthreads();
#pragma unroll
  for (int d = 0; d < ROOM / FRAGMENT; d++) {
    nvcuda::wmma::load_matrix_sync(query[d], &s.rows[warp * FRAGMENT][d * FRAGMENT], ROOM + GAP);
    nvcuda::wmma::fill_fragment(sum[d], 0.0f);
  }
  rows_of_elements(s.scores[warp], row_of);

  part known = {-INFINITY, 0};
  int64_t end = causal && query0 + QUERIES < keys ? query0 + QUERIES : keys; // no tile right of the diagonal
  for (int64_t first = 0; first < end; first += KEYS) {
    __syncthreads(); // the rows before have been read
    load_rows<ROOM>(s.rows, k, first, keys, size);
    load_rows<ROOM>(s.rows + KEYS, v, first, keys, size);
    if (threadIdx.x < KEYS)
      s.mask[threadIdx.x] = first + threadIdx.x < keys ? mask[first + threadIdx.x] : -INFINITY;
    __syncthreads();

    for (int j = 0; j < KEYS; j += FRAGMENT) {
      sum_fragment score;
      nvcuda::wmma::fill_fragment(score, 0.0f);
#pragma unroll
      for (int d = 0; d < ROOM / FRAGMENT; d++) {
        right_fragment<nvcuda::wmma::col_major> key; // turned: a key is a column of the product's right side
        nvcuda::wmma::load_matrix_sync(key, &s.rows[j][d * FRAGMENT], ROOM + GAP);
        nvcuda::wmma::mma_sync(score, query[d], key, score);
      }
      nvcuda::wmma::store_matrix_sync(&s.scores[warp][0][j], score, STRIDE, nvcuda::wmma::mem_row_major);
    }
    __syncwarp();
    int64_t visible = causal ? own + 1 - first : KEYS;
    float factor = shares_of_tile(s.scores[warp], s.shares[warp], s.mask, scale, visible, &known);
    if (lane % 2 == 0) s.factor[warp][lane / 2] = factor;
    __syncwarp();

    left_fragment share[KEYS / FRAGMENT];
    for (int j = 0; j < KEYS / FRAGMENT; j++)
      nvcuda::wmma::load_matrix_sync(share[j], &s.shares[warp][0][j * FRAGMENT], STRIDE);
#pragma unroll
    for (int d = 0; d < ROOM / FRAGMENT; d++) {
#pragma unroll
      for (int i = 0; i < HELD; i++) sum[d].x[i] *= s.factor[warp][row_of[i]];
      for (int j = 0; j < KEYS / FRAGMENT; j++) {
        right_fragment<nvcuda::wmma::row_major> value;
        nvcuda::wmma::load_matrix_sync(value, &s.rows[KEYS + j * FRAGMENT][d * FRAGMENT], ROOM + GAP);
        nvcuda::wmma::mma_sync(sum[d], share[j], value, sum[d]);
      }
    }
  }

  float total = known.sum + __shfl_xor_sync(ALL_LANES, known.sum, 1), scale_out = inverse(total);
  float *own_row = s.scores[warp][lane / 2] + lane % 2 * 8;
#pragma unroll
  for (int d = 0; d < ROOM / FRAGMENT; d++) {
    nvcuda::wmma::store_matrix_sync(&s.scores[warp][0][0], sum[d], STRIDE, nvcuda::wmma::mem_row_major);
    __syncwarp();
    uint4 eight;
#pragma unroll
    for (int i = 0; i < 4; i++)
      ((__half2 *)&eight)[i] = __floats2half2_rn(own_row[2 * i] * scale_out, own_row[2 * i + 1] * scale_out);
    int column = d * FRAGMENT + lane % 2 * 8;
    if (own < queries && column < size) *(uint4 *)(out + own * size + column) = eight;
    __syncwarp();
  }
}

int dnn_10_attention(const dnn_half *q, const dnn_half *k, const dnn_half *v, const float *mask,
                     int64_t heads, int64_t queries, int64_t keys, int64_t size, int causal, dnn_half *out) {
  int64_t blocks = heads * ((queries + QUERIES - 1) / QUERIES);
  float scale = 1 / sqrtf((float)size);
  if (blocks == 0) return 0;
  if (size <= 64)
    dnn_10_attention_kernel<64>
        <<<(unsigned)blocks, HEAD_THREADS>>>(q, k, v, mask, queries, keys, (int)size, causal, scale, out);
  else
    dnn_10_attention_kernel<128>
        <<<(unsigned)blocks, HEAD_THREADS>>>(q, k, v, mask, queries, keys, (int)size, causal, scale, out);
  return cudaGetLastError();
}
