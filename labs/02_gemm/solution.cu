// Lab 02, the reference: ten matrix products, each one idea away from the one before.
//
// The ladder. Each step names the counter that shows it, for F = m n k multiply-adds (2F operations). The
// handout's table has the numbers of a whole run.
#include "gemm.h"
#include "hopper.cuh"
#include <cuda_pipeline.h>
#include <mma.h>

#include "solution/common.cuh"

//   1 naive            one thread computes one element. The lanes of a warp share a column of C, so their
//                      elements of A lie in different rows. 16.5 sectors per load.
#include "solution/1_naive.cuh"
//   2 coalesced        the lanes of a warp share a row of C. They read whole sectors of B, and one element of
//                      A. Sectors per load fall to 2.5.
#include "solution/2_coalesced.cuh"
//   3 shared_tile      a block loads tiles of 32 x 32 of A and of B, and uses each element 32 times. Bytes
//                      loaded fall from 8F to 8F/32: 8 operations a byte.
#include "solution/3_shared_tile.cuh"
//   4 tile_1d          a thread computes 8 elements of a column. One element of B in a register serves 8
//                      products. Shared loads fall from 2 to 9/8 a multiply-add.
#include "solution/4_tile_1d.cuh"
//   5 tile_2d          a thread computes 8 x 8 elements: 16 loads for 64 products. Shared loads fall to 1/4 a
//                      multiply-add. A tile of 128 x 128 brings 32 operations a byte.
#include "solution/5_tile_2d.cuh"
//   6 vectorised       each load takes 16 bytes, from global and from shared memory. A is stored transposed,
//                      so that the elements of a column are neighbours. Shared loads fall to 1/16, excess
//                      wavefronts to 0.
#include "solution/6_vectorised.cuh"
//   7 double_buffer    while a block multiplies one tile, the next one is copied into a second buffer.
//                      Barriers fall to half.
#include "solution/7_double_buffer.cuh"
//   8 warp_tile        the 32 lanes of a warp form a compact patch and share the vectors that they read. A
//                      thread computes 16 x 8 elements and loads its operands one step ahead. Shared
//                      wavefronts fall to half.
#include "solution/8_warp_tile.cuh"
//   9 tensor_core      a warp multiplies 16 x 16 x 16 halves with one call (two instructions) and adds in
//                      fp32. On Hopper the tensor memory accelerator copies the operands to shared memory,
//                      and four warps multiply them there. Tensor operations rise to 2F.
#include "solution/9_tensor_core.cuh"
#include "solution/9_hopper.cuh"
//   10 split_tf32      each float is a sum of two tf32 numbers. Tensor cores make three products in place of
//                      one, and fp32 lanes add up what a step brings. Tensor operations rise to 6F.
#include "solution/10_split_tf32.cuh"
#include "solution/10_hopper.cuh"
