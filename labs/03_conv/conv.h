// The contract of lab 03: convolutions in one and two dimensions, stencils, and a layer of a neural network.
#ifndef CONV_H
#define CONV_H

#include "worker/contract.h"

PMPP_CONTRACT_BEGIN

// All pointers are device pointers, aligned to 256 bytes; inputs are not changed. scratch has as many
// elements as its function's comment says, of undefined content, free to use. The functions launch kernels
// and copy filters into constant memory, on the default stream; they do not allocate or synchronise. They
// return 0, or the cudaError_t of what failed. An empty input (a size of 0) is no error: there is nothing to
// write.
//
// A filter of radius r has 2 r + 1 taps in each direction. It is not turned round: tap 0 meets the neighbour
// r places to the left (above), as in image processing and in neural networks. What lies outside of the input
// counts as 0, but where a task says otherwise. Sums may be formed in any order.

enum { CONV_MAX_RADIUS_1D = 64, CONV_MAX_RADIUS = 7 };

// out[i] = sum over k = 0 .. 2 radius of filter[k] in[i - radius + k]; n >= 0 elements, 0 <= radius <= 64.
int conv_1_conv1d_naive(const float *in, int64_t n, const float *filter, int radius, float *out);
int conv_2_constant_memory(const float *in, int64_t n, const float *filter, int radius, float *out);
int conv_3_conv1d_halo(const float *in, int64_t n, const float *filter, int radius, float *out);

// Pictures of height rows of width pixels, row after row; width and height up to 2^16, 0 <= radius <= 7.
// filter has 2 radius + 1 rows of 2 radius + 1 taps:
// out[y][x] = sum over ky, kx of filter[ky][kx] in[y - radius + ky][x - radius + kx].
int conv_4_conv2d_halo(const float *in, int width, int height, const float *filter, int radius, float *out);

// The same, and mode selects the surroundings. Of a row a b c d, from 6 places before it to 6 behind it:
enum conv_mode {
  CONV_ZERO,   //  0 0 0 0 0 0 [a b c d] 0 0 0 0 0 0
  CONV_CLAMP,  //  a a a a a a [a b c d] d d d d d d   the nearest pixel
  CONV_MIRROR, //  a b c d c b [a b c d] c b a b c d   mirrored at the edge pixel, again and again
  CONV_WRAP    //  c d a b c d [a b c d] a b c d a b   the row repeated
};
int conv_5_boundary_modes(const float *in, int width, int height, const float *filter, int radius, int mode,
                          float *out);

// A filter that is the product of a row and a column: filters has the 2 radius + 1 taps of the row, then
// those of the column. width * height elements of scratch.
// out[y][x] = sum over ky, kx of column[ky] row[kx] in[y - radius + ky][x - radius + kx].
int conv_6_separable(const float *in, int width, int height, const float *filters, int radius, float *scratch,
                     float *out);

// steps >= 0 time steps of the heat equation on a grid; width * height elements of scratch. In one step every
// cell c with its neighbours l, r, u, d becomes c + k (l + r + u + d - 4 c), 0 <= k <= 1/4.
enum conv_edges {
  CONV_FIXED,   // the cells of the first and last row and column keep their value
  CONV_PERIODIC // the neighbour of the last cell of a row or column is the first
};
int conv_7_stencil_2d(const float *in, int width, int height, float k, int steps, int edges, float *scratch,
                      float *out);

// One step in three dimensions, nz planes of ny rows of nx cells: c + k (sum of its 6 neighbours - 6 c),
// 0 <= k <= 1/6. The cells of the six outer faces keep their value.
int conv_8_stencil_3d(const float *in, int nx, int ny, int nz, float k, float *out);

// A convolutional layer: n pictures of c channels, f filters of c channels of (2 radius + 1)^2 taps;
// in[n][c][h][w], filter[f][c][ky][kx], out[n][f][h][w]; c (2 radius + 1)^2 <= 65535.
// scratch has c (2 radius + 1)^2 n h w elements. Without a channel every output is 0. The elements of in and filter
// are 0, or between 2^-60 and 2^60 in magnitude.
// out[i][j][y][x] = sum over l, ky, kx of filter[j][l][ky][kx] in[i][l][y - radius + ky][x - radius + kx].
int conv_9_im2col_gemm(const float *in, int n, int c, int h, int w, const float *filter, int f, int radius,
                       float *scratch, float *out);

PMPP_CONTRACT_END

#endif
