// The contract of lab 04: seven ways to add up n numbers, each a step on the way to the machine's limit.
#ifndef REDUCE_H
#define REDUCE_H

#include "worker/contract.h"

PMPP_CONTRACT_BEGIN

// *out becomes the sum of the n >= 0 elements of in; 0 for n = 0.
//
// in, scratch and out are device pointers; in and scratch are aligned to 256 bytes, out to its element.
// scratch has reduce_scratch(n) elements of undefined content, free to use. in is not changed.
// The functions only launch kernels on the default stream: they do not allocate, copy or synchronise.
// They return 0, or the cudaError_t of a launch that failed.
//
// Floats may be added in any order. Integers wrap around modulo 2^32.
int reduce_1_interleaved(const float *in, int64_t n, float *scratch, float *out);
int reduce_2_strided_index(const float *in, int64_t n, float *scratch, float *out);
int reduce_3_sequential(const float *in, int64_t n, float *scratch, float *out);
int reduce_4_first_add(const float *in, int64_t n, float *scratch, float *out);
int reduce_5_unroll_last_warp(const float *in, int64_t n, float *scratch, float *out);
int reduce_6_shuffle(const float *in, int64_t n, float *scratch, float *out);
int reduce_7_multi_block(const float *in, int64_t n, float *scratch, float *out);
int reduce_7_multi_block_int(const int *in, int64_t n, int *scratch, int *out);

PMPP_CONTRACT_END

// Elements of scratch: two regions for the partial sums of blocks of 256 (one is read while the other is
// written), and 8192 more, which a grid of fixed size may use as it likes.
static inline int64_t reduce_scratch(int64_t n) {
  return n / 128 + 8192;
}

#endif
