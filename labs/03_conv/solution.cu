// Lab 03, the reference: convolutions and stencils, each one idea away from the one before.
//
// The ladder. Every step names the counter that shows it; the handout's table has the numbers of a whole run.
#include "conv.h"
#include <cuda_runtime.h>

#include "solution/common.cuh"

//   1 conv1d_naive      one thread an output: it loads 2r + 1 elements and as many taps.
#include "solution/1_conv1d_naive.cuh"
//   2 constant_memory   the taps move to constant memory, one word for all lanes. Load requests halve.
#include "solution/2_constant_memory.cuh"
//   3 conv1d_halo       a block's elements and r more on both sides in shared memory: each is loaded once,
//                       not 2r + 1 times. Bytes fall to the floor and 2r / 256.
#include "solution/3_conv1d_halo.cuh"
//   4 conv2d_halo       the same in two dimensions; a thread computes 4 x 4 outputs from registers.
//   5 boundary_modes    what lies outside is decided where the tile is filled, and nowhere else.
#include "solution/4_conv2d_halo.cuh"
//   6 separable         rows in shared memory, then columns in registers, while the block walks down the
//                       picture. 2 (2r + 1) multiplications instead of (2r + 1)^2, and bytes as in stage 4.
#include "solution/6_separable.cuh"
//   7 stencil_2d        a small fixed filter, many times: two buffers take turns.
#include "solution/7_stencil_2d.cuh"
//   8 stencil_3d        three planes in registers, the middle one in shared memory as well: each cell is
//                       loaded once, in a pass from the first plane to the last.
#include "solution/8_stencil_3d.cuh"
//   9 im2col_gemm       a convolution with many channels is a matrix product; unfold the input, then multiply.
#include "solution/9_im2col_gemm.cuh"
