// Lab 03, the reference: convolutions and stencils, each one idea away from the one before.
//
// The ladder. Each step names the counter that shows it. The handout's table has the numbers of a whole run.
#include "conv.h"
#include <cuda_pipeline.h>
#include <cuda_runtime.h>
#include <limits.h>

#include "solution/common.cuh"

//   1 conv1d_naive      one thread computes one output. It loads 2r + 1 elements and as many taps.
#include "solution/1_conv1d_naive.cuh"
//   2 constant_memory   the taps move to constant memory, which delivers one word to all lanes. Load requests
//                       fall to half.
#include "solution/2_constant_memory.cuh"
//   3 conv1d_halo       a block holds its elements and r more on both sides in shared memory. It loads each
//                       element once, not 2r + 1 times. Bytes fall to the compulsory traffic and 2r / 256.
#include "solution/3_conv1d_halo.cuh"
//   4 conv2d_halo       the same in two dimensions. A thread computes 4 x 4 outputs from registers: shared
//                       loads fall.
//   5 boundary_modes    only the loop that fills the tile decides about the pixels outside the picture.
#include "solution/4_conv2d_halo.cuh"
//   6 separable         a block walks down the picture. It filters rows in shared memory, then columns in
//                       registers: 2 (2r + 1) multiplications instead of (2r + 1)^2. Bytes stay as in stage
//                       4.
#include "solution/6_separable.cuh"
//   7 stencil_2d        a small fixed filter, applied many times. Two buffers alternate: one launch a step. A
//                       large grid is cut into strips, and each warp takes its strip through four steps in
//                       registers. Bytes fall to a quarter.
#include "solution/7_fused.cuh"
#include "solution/7_stencil_2d.cuh"
//   8 stencil_3d        three planes lie in registers, and the middle one in shared memory as well. A block
//                       loads each cell once, on its way from the first plane to the last.
#include "solution/8_stencil_3d.cuh"
//   9 im2col_gemm       a convolution with many channels is a matrix product. The first kernel unfolds the
//                       input, the second multiplies. For a large layer one kernel unfolds tile by tile, in
//                       shared memory, and tensor cores multiply.
#include "solution/9_split.cuh"
#include "solution/9_hopper.cuh"
#include "solution/9_im2col_gemm.cuh"
