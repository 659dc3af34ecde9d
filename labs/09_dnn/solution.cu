// Lab 09, the reference: softmax, normalisations, linear layers, weights of 8 bits, attention.
//
// Every stage names the counter that it moves, for a matrix of n elements. The handout's table has the numbers of a whole
// run.
#include "block.cuh"
#include "dnn.h"
#include "hopper.cuh"
#include "tile.cuh"
#include <cuda_pipeline.h>
#include <cuda_runtime.h>
#include <type_traits>

//   1 softmax_three_passes  maximum, sum of exponentials, quotient: a row is loaded three times, 16n bytes.
#include "solution/1_softmax_three_passes.cuh"
//   2 softmax_online        maximum and sum in one pass, as pairs that are merged: 12n bytes, and half of the barriers.
#include "solution/2_softmax_online.cuh"
//   3 softmax_resident      the row stays in registers, of several blocks if it is long: 8n bytes. Every element is loaded
//                           once and stored once, and four at a time: a quarter of the load requests.
#include "solution/clusters.cuh"
#include "solution/3_softmax_resident.cuh"
#include "solution/ring.cuh"
//   4 layer_norm            mean and variance in one pass, by Welford's rule: the row is loaded once, with gamma and beta
//                           16n bytes; three passes would be 24n.
#include "solution/4_layer_norm.cuh"
//   5 rms_norm_residual     addition, norm and scale in one kernel on bfloat16: 10n bytes; an addition and then a norm would
//                           be 14n.
#include "solution/5_rms_norm_residual.cuh"
//   6 linear_gelu           bias and activation where the product's sums leave the registers: the result is stored once, and
//                           SwiGLU's two products load their x once.
#include "solution/product.cuh"
#include "solution/6_linear_gelu.cuh"
//   7 linear_backward       both gradients by tiles with a transposed operand; the bias's comes out of dw's tiles: no byte more.
#include "solution/7_linear_backward.cuh"
//   8 conv_implicit_gemm    a convolution as a product in tiles whose one operand is computed from its place: no matrix.
#include "solution/8_conv_implicit_gemm.cuh"
#include "solution/8_hopper.cuh"
//   9 quantised_gemv        weights of 8 bits with a scale a group: n bytes of weights; x stays in the cache.
#include "solution/9_quantised_gemv.cuh"
#include "solution/9_sweep.cuh"
//   10 attention            scores, softmax and values in one kernel: no matrix of scores in memory, and the tensor cores
//                           make all products, from operands that stay in registers.
#include "solution/10_attention.cuh"
#include "solution/10_hopper.cuh"
