// The contract of lab 09: softmax in three ways, normalisations, linear layers, a convolution, attention.
#ifndef DNN_H
#define DNN_H

#include "worker/contract.h"

#ifdef __cplusplus
#include <cuda_bf16.h>
#include <cuda_fp16.h>
typedef __nv_bfloat16 dnn_bf16;
typedef __half dnn_half;
#define DNN_INLINE static inline __host__ __device__
#else
#define DNN_INLINE static inline
typedef uint16_t dnn_bf16, dnn_half; // the bits of one
#endif

PMPP_CONTRACT_BEGIN

// All pointers are device pointers. Matrices have rows x columns elements, row-major and packed: row r begins at
// element r * columns. A matrix may begin at any element, not only at a multiple of 16 bytes; scratch is aligned to
// 256 bytes. rows is any number from 0 on, columns is 1 to DNN_COLUMNS; each row is worked on by itself. Inputs and
// scratch do not overlap the outputs; inputs are not changed; scratch has undefined content and is free to use. The
// functions only launch kernels on the default stream: they do not allocate, copy or synchronise. They return 0, or
// the cudaError_t of a launch that failed.
//
// Floats may be added in any order. Results below 2^-126 in size may be 0.
enum { DNN_COLUMNS = 131072 };

// out[r][j] = exp(in[r][j]) / (exp(in[r][0]) + ... + exp(in[r][columns - 1])), for elements of any size: the exponentials
// may overflow, the result does not. -infinity stands for an element that is masked out: its result is 0. In a row that
// is masked out whole, every result is 0. A NaN or +infinity makes each result of its row NaN, those of masked elements too.
int dnn_1_softmax_three_passes(const float *in, int64_t rows, int64_t columns, float *out);
int dnn_2_softmax_online(const float *in, int64_t rows, int64_t columns, float *out);
// scratch has dnn_words(rows, columns) words.
int dnn_3_softmax_resident(const float *in, int64_t rows, int64_t columns, uint64_t *scratch, float *out);

// out[r][j] = (in[r][j] - mean) / sqrt(variance + eps) * gamma[j] + beta[j], with the mean of row r and its variance,
// the mean of (in[r][j] - mean)^2. gamma and beta have columns elements; eps is above 0. Elements are below 2^50 in size,
// NaN or infinite: these make each result of their row NaN.
int dnn_4_layer_norm(const float *in, const float *gamma, const float *beta, int64_t rows, int64_t columns,
                     float eps, float *out);

// residual[r][j] becomes x[r][j] + residual[r][j], rounded to bfloat16; let h be this new value. Then
// out[r][j] = h[r][j] / sqrt(m + eps) * weight[j], with m the mean of the squares of row r of h: computed in fp32, rounded
// to bfloat16 once, at the end. Elements are below 2^50 in size, NaN or infinite: a NaN or an infinity in h makes m NaN or
// infinite, and the results are what follows from that. eps is above 0.
int dnn_5_rms_norm_residual(const dnn_bf16 *x, dnn_bf16 *residual, const dnn_bf16 *weight, int64_t rows,
                            int64_t columns, float eps, dnn_bf16 *out);

// A linear layer with its activation, in fp32. x has batch x inputs elements, w inputs x outputs, b outputs, y batch x outputs.
// z = x w + b: z[r][j] = b[j] + x[r][0] w[0][j] + ... + x[r][inputs - 1] w[inputs - 1][j].
//   DNN_NONE    y = z
//   DNN_GELU    y = z / 2 (1 + erf(z / sqrt(2)))
//   DNN_SWIGLU  w and b hold two layers, one behind the other: the second w begins at element inputs * outputs, the second b
//               at outputs. y = u / (1 + exp(-u)) z, with u of the first one and z of the second.
// batch is any number from 0 on; inputs and outputs are 1 to DNN_COLUMNS. All z are finite or NaN, and so is y. Exponentials
// below 2^-126 may be 0.
enum dnn_activation { DNN_NONE, DNN_GELU, DNN_SWIGLU };
int dnn_6_linear_gelu(const float *x, const float *w, const float *b, int64_t batch, int64_t inputs,
                      int64_t outputs, int activation, float *y);

// The gradients of a linear layer y = x w + b, in mixed precision. dy, batch x outputs, is the gradient of y times the loss
// scale, a power of 2, so that small gradients do not become 0 as halves:
//   dw[i][j] = (x[0][i] dy[0][j] + ... + x[batch - 1][i] dy[batch - 1][j]) / scale      fp32
//   db[j]    = (dy[0][j] + ... + dy[batch - 1][j]) / scale                              fp32
//   dx[r][i] = dy[r][0] w[i][0] + ... + dy[r][outputs - 1] w[i][outputs - 1]            half, rounded once
// dx is still scaled: it is the dy of the layer before. What is too large for a half becomes infinite in it. Sums are fp32.
// Without a row (batch 0) dw and db are 0. A NaN or an infinity in dy has the consequences that it has in these sums.
int dnn_7_linear_backward(const dnn_half *x, const dnn_half *w, const dnn_half *dy, int64_t batch,
                          int64_t inputs, int64_t outputs, float scale, dnn_half *dx, float *dw, float *db);

// A convolutional layer, as in lab 03: in[n][c][h][w] are pictures of several channels, filter[f][c][2 radius + 1][2 radius + 1],
// out[n][f][h][w]: out[i][j][y][x] is the sum over l, ky, kx of filter[j][l][ky][kx] in[i][l][y - radius + ky][x - radius + kx].
// What lies outside of a picture counts as 0. channels, height, width are at least 1, radius is 0 to 7, and a filter has up to
// 65535 taps. Products and sums are fp32, or as exact. Elements that are not 0 are at least 2^-100 in size. No memory is used but
// in, filter and out. A NaN or an infinity in `in` has the consequences that it has in the sums that it is part of, and in no other.
int dnn_8_conv_implicit_gemm(const float *in, int64_t pictures, int64_t channels, int64_t height,
                             int64_t width, const float *filter, int64_t filters, int radius, float *out);

// A linear layer for one token, with weights of 8 bits: out[r] = W[r][0] x[0] + ... + W[r][columns - 1] x[columns - 1].
// W[r][j] is weights[r * columns + j] times the scale of its group, DNN_GROUP neighbours of a row:
// scales[r * dnn_groups(columns) + j / DNN_GROUP], above 0 and finite. The weights are not decoded to halves: products and
// sums are fp32. A NaN or an infinity in x has the consequences that it has in this sum.
int dnn_9_quantised_gemv(const int8_t *weights, const dnn_half *scales, const dnn_half *x, int64_t rows,
                         int64_t columns, float *out);

// For each head and each query i of it: out[i] = sum over j of p[i][j] v[j], with p[i] the softmax of the query's scores,
// score[i][j] = (q[i][0] k[j][0] + ... + q[i][size - 1] k[j][size - 1]) / sqrt(size) + mask[j].
//
// q and out are matrices of queries x size elements for each head, one after the other, k and v of keys x size; mask has keys
// elements for each head, -infinity for a key that is masked out. If causal is not 0, query i sees keys 0 .. i alone, of
// which there may be fewer. The results of a query that sees no key but masked ones are 0. size is a multiple of 8 up to
// DNN_SIZE, keys at least 1, queries at least 0. All matrices begin at multiples of 256 bytes. q, k, v are finite.
//
// Scores, sums and the softmax are fp32, but for one rounding: exp(score - the query's largest so far), with which v is
// multiplied, may be a half. Results are rounded to halves once.
int dnn_10_attention(const dnn_half *q, const dnn_half *k, const dnn_half *v, const float *mask,
                     int64_t heads, int64_t queries, int64_t keys, int64_t size, int causal, dnn_half *out);

// Given, for 10_attention on a device of compute capability 9.0: describes the row-major matrix of `rows` x `columns` halves to
// the tensor memory accelerator, which then copies boxes of `box_rows` x `box_columns` into shared memory (128-byte swizzle; zeros
// from beyond the edge). columns must be a multiple of 8, box_columns at most 64. Pass the map to the kernel as
// `const __grid_constant__ dnn_map`. Returns 0, or a CUresult; 999 where there is no such driver, as on the emulator.
typedef struct dnn_map {
#ifdef __cplusplus
  alignas(64)
#else
  _Alignas(64)
#endif
      uint64_t opaque[16]; // a CUtensorMap
} dnn_map;
int dnn_map_encode(dnn_map *map, const dnn_half *matrix, int rows, int columns, int box_rows,
                   int box_columns);

PMPP_CONTRACT_END

enum { DNN_SIZE = 128 };

enum { DNN_GROUP = 128 };

// How many scales a row has; the last group may be shorter. Kernels may call it, too.
DNN_INLINE int64_t dnn_groups(int64_t columns) {
  return (columns + DNN_GROUP - 1) / DNN_GROUP;
}

// Room for a word for each run of 4096 elements of each row, and a few more.
static inline int64_t dnn_words(int64_t rows, int64_t columns) {
  return rows * ((columns + 4095) / 4096) + 64;
}

#endif
