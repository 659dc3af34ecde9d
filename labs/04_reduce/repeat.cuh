// Given: repeats a kernel that makes one partial sum a block until a single sum is left.
#ifndef REPEAT_CUH
#define REPEAT_CUH

#include "reduce.h"
#include <cuda_runtime.h>

enum { BLOCK = 256 }; // threads a block, in every stage

// Block b adds up elements b * per_block ... of in[0..n), as far as they exist, and stores partial[b].
typedef void reduce_kernel(const float *in, int64_t n, float *partial);

// Pass 1 turns n elements into ceil(n / per_block) partial sums, pass 2 adds those up, and so on. The last
// pass has one block and stores its sum in *out. n = 0 is one pass of one block that finds no element.
// Returns 0 or the error of the first launch that failed.
static int reduce_repeat(reduce_kernel *kernel, int64_t per_block, const float *in, int64_t n, float *scratch,
                         float *out) {
  float *here = scratch, *there = scratch + reduce_scratch(n) / 2;
  for (;;) {
    int64_t blocks = n > per_block ? (n + per_block - 1) / per_block : 1;
    float *partial = blocks > 1 ? here : out;
    kernel<<<(unsigned)blocks, BLOCK>>>(in, n, partial);
    cudaError_t error = cudaGetLastError();
    if (error != cudaSuccess || blocks == 1) return error;
    in = partial;
    n = blocks;
    here = there;
    there = partial;
  }
}

#endif
