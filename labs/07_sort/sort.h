// The contract of lab 07: merging, merge sort, radix sort, bitonic sort, and what can be sorted with them.
#ifndef SORT_H
#define SORT_H

#include "worker/contract.h"

PMPP_CONTRACT_BEGIN

// All pointers are device pointers, aligned to 256 bytes except where something else is said; the lengths may be any
// number from 0 on, and lengths of what is sorted are below 2^30. Inputs, scratch and outputs do not overlap; inputs
// are not changed; scratch has sort_scratch(n) words of undefined content and is free to use.
// The functions only launch kernels on the default stream: they do not allocate, copy or synchronise.
// They return 0, or the cudaError_t of a launch that failed.

// A record is 64 bits: the key is the upper half, record >> 32; the lower half is a value that goes with it. Only
// keys are compared, as unsigned numbers.

// Merging. a and b, aligned to 8 bytes, have their keys in ascending order. out gets the m + n records of both in
// ascending order of their keys; records of equal keys keep their order, those of a before those of b.
int sort_1_merge_sequential_ranges(const uint64_t *a, int64_t m, const uint64_t *b, int64_t n, uint64_t *out);
int sort_2_merge_tiled(const uint64_t *a, int64_t m, const uint64_t *b, int64_t n, uint64_t *out);

// Sorting. out gets the n elements of in in ascending order. Records of equal keys keep their order.
int sort_3_merge_sort(const uint32_t *in, int64_t n, uint32_t *scratch, uint32_t *out);
int sort_3_merge_sort_records(const uint64_t *in, int64_t n, uint32_t *scratch, uint64_t *out);
int sort_4_radix_1bit(const uint32_t *in, int64_t n, uint32_t *scratch, uint32_t *out);
int sort_5_radix_4bit(const uint32_t *in, int64_t n, uint32_t *scratch, uint32_t *out);
int sort_6_radix_onesweep(const uint32_t *in, int64_t n, uint32_t *scratch, uint32_t *out);
// All 64 bits are the key.
int sort_6_radix_onesweep_u64(const uint64_t *in, int64_t n, uint32_t *scratch, uint64_t *out);

// The elements fall into tiles of SORT_TILE (the last one perhaps shorter), and each is sorted by itself.
enum { SORT_TILE = 1024 };
int sort_7_bitonic(const int *in, int64_t n, int *out);
// out gets the k largest elements of in in descending order; 1 <= k <= SORT_MAX_K, k <= n.
enum { SORT_MAX_K = 128 };
int sort_7_top_k(const int *in, int64_t n, int k, uint32_t *scratch, int *out);

// Ascending order of floats, including those that < cannot tell apart: the order totalOrder of IEEE 754,
//     NaN with its sign set, -inf, ..., -1, ..., -0, +0, ..., 1, ..., +inf, NaN with its sign clear;
// NaNs of one sign in the order of their bits, those with the sign set backwards. Every element keeps its bits.
int sort_8_float_keys(const float *in, int64_t n, uint32_t *scratch, float *out);
int sort_8_int_keys(const int *in, int64_t n, uint32_t *scratch, int *out);
// Ascending order of unsigned numbers of 16 and of 8 bits.
int sort_8_short_keys(const uint16_t *in, int64_t n, uint32_t *scratch, uint16_t *out);
int sort_8_byte_keys(const uint8_t *in, int64_t n, uint32_t *scratch, uint8_t *out);

// key_out gets the n keys in ascending order, value_out the values that belong to them. Equal keys keep their order.
int sort_9_pairs(const uint32_t *key, const uint32_t *value, int64_t n, uint32_t *scratch, uint32_t *key_out,
                 uint32_t *value_out);

PMPP_CONTRACT_END

// Words of 32 bits: a second copy of n elements of 64 bits, one word for each element to keep count in (tables for
// tiles of 2048 elements or more have room), and 2^17 more.
static inline int64_t sort_scratch(int64_t n) {
  return 3 * n + (1 << 17);
}

#endif
