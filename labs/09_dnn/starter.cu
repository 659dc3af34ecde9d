// Lab 09: the primitives of deep learning, from softmax to attention.
// README.md and PRODUCTS.md are the handout.
//
// Do the stages in order. In each, write the gap, remove the line `return PMPP_TODO;` below it, and run
//     build/bin/lab09 --task 1_softmax_three_passes
// Everything outside the gaps is given. block.cuh has block_sum and block_max, over_warp<plus> and over_warp<larger>;
// tile.cuh, for stages 6 and 7, a block's tile of a matrix product.
#include "dnn.h"
#include <cuda_runtime.h>
#include "block.cuh"
#include "tile.cuh" // for stages 6 and 7

// ---- 1: three passes --------------------------------------------------------------------------------------

// Block r of BLOCK = 256 threads has row r.
__global__ void three_passes(const float *in, int64_t columns, float *out) {
  const float *row_in = in + (int64_t)blockIdx.x * columns;
  float *row_out = out + (int64_t)blockIdx.x * columns;

  // TODO (about 10 lines).
  // - Thread t finds the maximum of the row's elements t, t + BLOCK, t + 2 BLOCK, ... and block_max that of all.
  //   With which number does it begin? All elements of a row may be below -1e38.
  // - In the same way the sum of exp(x - maximum): expf and block_sum.
  // - Store exp(x - maximum) / sum.
  // What comes of a row whose elements are all -infinity? Its results have to be 0.
}

int dnn_1_softmax_three_passes(const float *in, int64_t rows, int64_t columns, float *out) {
  return PMPP_TODO; // remove this line once the kernel is written
  if (rows > 0) three_passes<<<(unsigned)rows, BLOCK>>>(in, columns, out);
  return cudaGetLastError();
}

// ---- 2: online --------------------------------------------------------------------------------------------

// A part of a row: the maximum, and the sum of exp(x - maximum). No element yet: {-INFINITY, 0}.
struct maximum_and_sum {
  float maximum, sum;
};

static __device__ maximum_and_sum merge(maximum_and_sum a, maximum_and_sum b) {
  // TODO (about 5 lines).
  // The maximum is the larger one. Each sum belongs to its own maximum: multiply it by exp(own - larger) first. Take care
  // of -infinity - -infinity.
  return a;
}

__global__ void online(const float *in, int64_t columns, float *out) {
  const float *row_in = in + (int64_t)blockIdx.x * columns;
  float *row_out = out + (int64_t)blockIdx.x * columns;

  // TODO (about 20 lines).
  // - Each thread merges its elements one by one: an element x is the pair {x, 1}. It begins with the empty pair.
  // - The lanes of a warp merge their pairs by __shfl_xor_sync(ALL_LANES, ..., d) with d = 16, 8, 4, 2, 1: two shuffles a
  //   step. Every lane has the warp's pair then.
  // - One pair a warp goes through shared memory; after a barrier every thread merges the 8 pairs.
  // - Store as in stage 1.
}

int dnn_2_softmax_online(const float *in, int64_t rows, int64_t columns, float *out) {
  return PMPP_TODO; // remove this line once the kernel is written
  if (rows > 0) online<<<(unsigned)rows, BLOCK>>>(in, columns, out);
  return cudaGetLastError();
}

// ---- 3: resident ------------------------------------------------------------------------------------------

enum { PER_THREAD = 32, PER_BLOCK = BLOCK * PER_THREAD };

// A row of up to PER_BLOCK = 8192 elements a block.
__global__ void kept_in_registers(const float *in, int64_t columns, float *out) {
  float kept[PER_THREAD];

  // TODO (about 15 lines).
  // Load the row's elements t, t + BLOCK, ... into kept[0], kept[1], ..., -infinity past the row's end. All loops over kept
  // have PER_THREAD steps and `#pragma unroll` before them: an array that is indexed by constants alone lies in registers.
  // Then maximum, exponentials (in place), sum, and the stores.
  // For 2 of the points load and store float4, in a kernel of its own for rows and pointers that allow it: look at in and out.
}

// Longer rows: part p of a row, PER_BLOCK elements, is a block's.
__global__ void kept_by_several_blocks(const float *in, int64_t columns, int parts, uint64_t *scratch,
                                       float *out) {
  // TODO (about 40 lines), for 3 of the points. Until then let the function below call stage 2 for such rows.
  // - Thread 0 draws a ticket by atomicAdd on scratch[0]: the block has part ticket % parts of row ticket / parts. The
  //   handout says why blockIdx.x will not do.
  // - The block has its own part's maximum and sum as above. Thread 0 publishes both in one word of 64 bits, by one volatile
  //   store to scratch[1 + ticket]. (__float_as_uint gives a float's bits.)
  // - Then it says that it has done so: __threadfence(), and atomicAdd on a counter of the row, which lies after the
  //   parts' words. It polls this counter (volatile) until all parts of the row have arrived.
  // - Lane p of warp 0 loads the word of part p, and the warp merges the pairs as in stage 2.
  // - kept[k] is exp(x - own maximum): what factor makes the result of it?
}

// Sets words 0 .. n - 1 to 0, before tickets are drawn.
__global__ void set_to_zero(uint64_t *words, int64_t n) {
  int64_t i = blockIdx.x * (int64_t)BLOCK + threadIdx.x;
  if (i < n) words[i] = 0;
}

int dnn_3_softmax_resident(const float *in, int64_t rows, int64_t columns, uint64_t *scratch, float *out) {
  return PMPP_TODO; // remove this line once the kernels are written
  int parts = (int)((columns - 1) / PER_BLOCK) + 1;
  if (rows > 0 && parts == 1) kept_in_registers<<<(unsigned)rows, BLOCK>>>(in, columns, out);
  if (rows > 0 && parts > 1) {
    int64_t blocks = rows * parts, used = 1 + blocks + rows; // ticket, parts, rows' counters
    set_to_zero<<<(unsigned)(used / BLOCK + 1), BLOCK>>>(scratch, used);
    kept_by_several_blocks<<<(unsigned)blocks, BLOCK>>>(in, columns, parts, scratch, out);
  }
  return cudaGetLastError();
}

// ---- 4: layer normalisation -------------------------------------------------------------------------------

// A part of a row: how many elements, their mean, the sum of the squares of their distances to it.
struct welford {
  float n, mean, squares;
};

static __device__ welford with_element(welford w, float x) {
  // TODO (about 4 lines). The handout has the rule.
  return w;
}

static __device__ welford merge(welford a, welford b) {
  // TODO (about 6 lines). Take care of two parts without elements.
  return a;
}

__global__ void layer_norm(const float *in, const float *gamma, const float *beta, int64_t columns, float eps,
                           float *out) {
  const float *row_in = in + (int64_t)blockIdx.x * columns;
  float *row_out = out + (int64_t)blockIdx.x * columns;

  // TODO (about 20 lines).
  // As stage 2, with another operator: each thread its elements, the lanes of a warp, the block's warps. Then
  // (x - mean) * rsqrtf(squares / columns + eps) * gamma[j] + beta[j].
  // For 2 of the points keep the row in registers between the two passes, if it is not too long.
}

int dnn_4_layer_norm(const float *in, const float *gamma, const float *beta, int64_t rows, int64_t columns,
                     float eps, float *out) {
  return PMPP_TODO; // remove this line once the kernel is written
  if (rows > 0) layer_norm<<<(unsigned)rows, BLOCK>>>(in, gamma, beta, columns, eps, out);
  return cudaGetLastError();
}

// ---- 5: RMS normalisation with a residual -----------------------------------------------------------------

__global__ void rms_norm(const dnn_bf16 *x, dnn_bf16 *residual, const dnn_bf16 *weight, int64_t columns,
                         float eps, dnn_bf16 *out) {
  // TODO (about 12 lines).
  // - Add in fp32: __bfloat162float, and __float2bfloat16_rn for the way back. Store the sum in residual.
  // - What is normalised is the rounded sum. Its squares are summed up in fp32.
  // - Multiply by rsqrtf(sum / columns + eps) and by the weight, and round once.
  // For 2 of the points keep the rounded sum in registers. For 2 more load 16 bytes at once where all four pointers and all
  // rows begin at multiples of 16 bytes: a uint4 holds eight bfloat16, the first one in the lower half of x.
}

int dnn_5_rms_norm_residual(const dnn_bf16 *x, dnn_bf16 *residual, const dnn_bf16 *weight, int64_t rows,
                            int64_t columns, float eps, dnn_bf16 *out) {
  return PMPP_TODO; // remove this line once the kernel is written
  if (rows > 0) rms_norm<<<(unsigned)rows, BLOCK>>>(x, residual, weight, columns, eps, out);
  return cudaGetLastError();
}

// ---- 6: a linear layer ------------------------------------------------------------------------------------

// Block (i, j) has rows i * TILE .. and columns j * TILE .. of y.
__global__ void linear(const float *x, const float *w, const float *b, int64_t batch, int64_t inputs,
                       int64_t outputs, int activation, float *y) {
  __shared__ tile xs, ws;
  float sums[SIDE][SIDE] = {};

  // TODO (about 25 lines).
  // - For each DEPTH inputs: load_rows for the part of x, load_columns for that of w, multiply. Where do barriers belong?
  // - sums[r][c] is that of row i * TILE + tile_row(r) and column j * TILE + tile_column(c), if y has them: compare both.
  //   Add the column's bias, apply the activation, store.
  // - SwiGLU needs a second part of w, a second bias and a second set of sums; the part of x serves both products. Do it
  //   last, and make the number of products a template parameter.
}

int dnn_6_linear_gelu(const float *x, const float *w, const float *b, int64_t batch, int64_t inputs,
                      int64_t outputs, int activation, float *y) {
  return PMPP_TODO; // remove this line once the kernel is written
  dim3 blocks(tiles(batch), tiles(outputs));
  if (batch > 0) linear<<<blocks, BLOCK>>>(x, w, b, batch, inputs, outputs, activation, y);
  return cudaGetLastError();
}

// ---- 7: its gradients -------------------------------------------------------------------------------------

// Block (i, j) has rows i * TILE .. and columns j * TILE .. of dw.
__global__ void gradient_of_weights(const dnn_half *x, const dnn_half *dy, int64_t batch, int64_t inputs,
                                    int64_t outputs, float scale, float *dw, float *db) {
  __shared__ tile xs, gradients;
  float sums[SIDE][SIDE] = {};

  // TODO (about 20 lines).
  // - As stage 6, but the sums run over the batch: which function loads the part of x now?
  // - Divide the sums by the scale when you store them.
  // - db: let 64 threads of the blocks with i = 0 add up the columns of `gradients`, for 3 of the points. A kernel of its
  //   own, which loads dy again, passes, too.
}

// Block (i, j) has rows i * TILE .. and columns j * TILE .. of dx.
__global__ void gradient_of_inputs(const dnn_half *w, const dnn_half *dy, int64_t batch, int64_t inputs,
                                   int64_t outputs, dnn_half *dx) {
  __shared__ tile gradients, ws;
  float sums[SIDE][SIDE] = {};

  // TODO (about 15 lines).
  // dx[r][i] adds up dy[r][j] w[i][j] over j. What are the lines of each operand? __float2half_rn rounds the sum.
}

int dnn_7_linear_backward(const dnn_half *x, const dnn_half *w, const dnn_half *dy, int64_t batch,
                          int64_t inputs, int64_t outputs, float scale, dnn_half *dx, float *dw, float *db) {
  return PMPP_TODO; // remove this line once the kernels are written
  dim3 of_weights(tiles(inputs), tiles(outputs)), of_inputs(tiles(batch), tiles(inputs));
  gradient_of_weights<<<of_weights, BLOCK>>>(x, dy, batch, inputs, outputs, scale, dw, db);
  if (batch > 0) gradient_of_inputs<<<of_inputs, BLOCK>>>(w, dy, batch, inputs, outputs, dx);
  return cudaGetLastError();
}

// ---- 8: a convolution without its matrix -------------------------------------------------------------------

enum { SQUARE = 16 };

// Block (x, y) has the pixels from SQUARE x on, all pictures' one after the other, and the filters from SQUARE y on. A thread
// has one output.
__global__ void product_without_matrix(const float *in, int64_t pictures, int channels, int height, int width,
                                       const float *filter, int filters, int radius, float *out) {
  __shared__ float filter_tile[SQUARE][SQUARE], pixel_tile[SQUARE][SQUARE];
  int64_t first_pixel = (int64_t)blockIdx.x * SQUARE, first_filter = (int64_t)blockIdx.y * SQUARE;

  // TODO (about 25 lines).
  // - As in lab 02's stage 3 the block walks along the taps, SQUARE at a time, channels x side x side of them: load both tiles,
  //   a barrier, multiply and add, a barrier.
  // - Element [tap][pixel] is that of the matrix which lab 03 has unfolded. Which picture, row and column has the pixel?
  //   Which channel, ky and kx has the tap? Load what lies there, or 0 outside of the picture.
  // - Where does the output belong? In out the pictures come first, then the filters.
  // For 2 of the points let the tiles be 64 wide and high, and a thread have 4 x 4 outputs.
}

int dnn_8_conv_implicit_gemm(const float *in, int64_t pictures, int64_t channels, int64_t height,
                             int64_t width, const float *filter, int64_t filters, int radius, float *out) {
  return PMPP_TODO; // remove this line once the kernel is written
  int64_t columns = pictures * height * width;
  dim3 grid((unsigned)((columns + SQUARE - 1) / SQUARE), (unsigned)((filters + SQUARE - 1) / SQUARE));
  if (columns > 0 && filters > 0)
    product_without_matrix<<<grid, dim3(SQUARE, SQUARE)>>>(in, pictures, (int)channels, (int)height,
                                                           (int)width, filter, (int)filters, radius, out);
  return cudaGetLastError();
}

// ---- 9: weights of 8 bits ---------------------------------------------------------------------------------

enum { TOKEN_PART = 4096 };

__global__ void gemv_int8(const int8_t *weights, const dnn_half *scales, const dnn_half *x, int64_t rows,
                          int64_t columns, float *out) {
  __shared__ dnn_half part[TOKEN_PART];

  // TODO (about 20 lines).
  // - The block copies a part of x into shared memory, then its warps multiply, then it copies the next part: two barriers
  //   a part. Why is one not enough?
  // - Each warp has a row. Its lanes take neighbouring weights: products and sums in fp32, by __half2float.
  // - After the last part over_warp<plus> adds up, and one lane stores.
  // For 2 of the points let a warp have four rows: an element of x serves them all. For 2 more load 16 weights at once, as a
  // uint4, where rows begin at multiples of 16 bytes: weight 4 i + b is byte b of word i, and it has a sign.
}

int dnn_9_quantised_gemv(const int8_t *weights, const dnn_half *scales, const dnn_half *x, int64_t rows,
                         int64_t columns, float *out) {
  return PMPP_TODO; // remove this line once the kernel is written
  unsigned blocks = (unsigned)(rows / WARPS) + (rows % WARPS != 0);
  if (rows > 0) gemv_int8<<<blocks, BLOCK>>>(weights, scales, x, rows, columns, out);
  return cudaGetLastError();
}

// ---- 10: attention ----------------------------------------------------------------------------------------

enum { HEAD_ROWS = 32 }; // queries of a block, and keys of a tile

__global__ void attention(const dnn_half *q, const dnn_half *k, const dnn_half *v, const float *mask,
                          int64_t queries, int64_t keys, int size, bool causal, dnn_half *out) {
  __shared__ dnn_half key_tile[HEAD_ROWS][DNN_SIZE], value_tile[HEAD_ROWS][DNN_SIZE];
  int64_t block_rows = (queries + HEAD_ROWS - 1) / HEAD_ROWS; // blocks of a head
  int64_t head = blockIdx.x / block_rows, first_query = blockIdx.x % block_rows * HEAD_ROWS;

  // TODO (about 40 lines).
  // - Thread t has query first_query + t of the head: a pair of stage 2, and the sum of exp(score - maximum) v in an array of
  //   floats. (Where are q, k, v, mask and out of this head?)
  // - The block walks along the keys, HEAD_ROWS at a time: all threads copy keys and values into shared memory, then each takes
  //   them one by one. A new maximum rescales the pair's sum and the array. Two barriers a tile, as in stage 9; a thread
  //   whose query does not exist comes to them as well.
  // - Which is the last tile that a causal block needs? Its loop ends there.
  // - Divide by the sum, once, at the end. What comes of a query whose keys are all masked out?
  // For 2 of the points let a block have 64 queries. For 3 let the tensor cores make the products: see the handout.
}

int dnn_10_attention(const dnn_half *q, const dnn_half *k, const dnn_half *v, const float *mask,
                     int64_t heads, int64_t queries, int64_t keys, int64_t size, int causal, dnn_half *out) {
  return PMPP_TODO; // remove this line once the kernel is written
  unsigned blocks = (unsigned)(heads * ((queries + HEAD_ROWS - 1) / HEAD_ROWS));
  if (blocks > 0) attention<<<blocks, HEAD_ROWS>>>(q, k, v, mask, queries, keys, (int)size, causal != 0, out);
  return cudaGetLastError();
}
