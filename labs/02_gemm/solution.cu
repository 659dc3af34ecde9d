// Lab 02, the reference: nine matrix products, each one idea away from the one before.
//
// The ladder. Every step names the counter that shows it, for F = m n k multiply-adds (2F operations); the handout's
// table has the numbers of a whole run.
#include "gemm.h"
#include "hopper.cuh"
#include <cuda_pipeline.h>
#include <mma.h>

#include "solution/common.cuh"

//   1 naive            one thread an element; the lanes of a warp lie in one column of C, rows apart in A.
//                      16.5 sectors a load.
#include "solution/1_naive.cuh"
//   2 coalesced        the lanes of a warp lie in one row of C: B comes in whole sectors, A in one. 2.5 sectors a
//                      load.
#include "solution/2_coalesced.cuh"
//   3 shared_tile      a block loads 32 x 32 of A and of B once and uses each element 32 times. Bytes loaded fall
//                      from 8F to 8F/32: 8 operations a byte.
#include "solution/3_shared_tile.cuh"
//   4 tile_1d          a thread computes 8 elements of a column: an element of B in a register serves 8 products.
//                      Shared loads fall from 2 to 9/8 a multiply-add.
#include "solution/4_tile_1d.cuh"
//   5 tile_2d          8 x 8 elements a thread: 16 loads for 64 products. Shared loads fall to 1/4; a 128 x 128 tile
//                      brings 32 operations a byte.
#include "solution/5_tile_2d.cuh"
//   6 vectorised       16 bytes a load, from global and from shared memory; A is transposed on its way, so that
//                      a column of it lies side by side. Shared loads fall to 1/16, excess wavefronts to 0.
#include "solution/6_vectorised.cuh"
//   7 double_buffer    while a tile is multiplied the next one is copied into a second buffer. Half the barriers.
#include "solution/7_double_buffer.cuh"
//   8 warp_tile        the 32 threads of a warp form a compact patch and share what they read; 16 x 8 elements a
//                      thread, and everything is loaded one step ahead. Shared wavefronts are halved.
#include "solution/8_warp_tile.cuh"
//   9 tensor_core      a warp multiplies 16 x 16 x 16 halves with one call (two instructions) and adds up in fp32.
//                      On Hopper four warps multiply operands in shared memory, which the tensor memory
//                      accelerator has copied there.
#include "solution/9_tensor_core.cuh"
#include "solution/9_hopper.cuh"
