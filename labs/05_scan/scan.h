// The contract of lab 05: prefix sums, of tiles and of whole arrays, and two uses of them.
#ifndef SCAN_H
#define SCAN_H

#include "worker/contract.h"

PMPP_CONTRACT_BEGIN

// All pointers are device pointers, aligned to 256 bytes; the lengths may be any number from 0 on. Inputs and
// scratch do not overlap the outputs; inputs are not changed; scratch has undefined content and is free to
// use. The functions only launch kernels on the default stream: they do not allocate, copy or synchronise.
// They return 0, or the cudaError_t of a launch that failed.
//
// Floats may be added in any order that keeps to the definition: out[i] depends on no element after i.
// A NaN or an infinity reaches every sum that it is part of and no other. Integers wrap around modulo 2^32.

// The n elements of in fall into tiles of SCAN_TILE (the last one perhaps shorter), and each is scanned by
// itself: with f the first index of i's tile, out[i] = in[f] + ... + in[i] (inclusive).
enum { SCAN_TILE = 512 };
int scan_1_hillis_steele(const float *in, int64_t n, float *out);
int scan_2_kogge_stone(const float *in, int64_t n, float *out);
// Exclusive: out[i] = in[f] + ... + in[i - 1], 0 for i = f.
int scan_3_brent_kung(const float *in, int64_t n, float *out);
// Inclusive again.
int scan_4_sklansky(const float *in, int64_t n, float *out);
int scan_5_warp_shuffle(const float *in, int64_t n, float *out);

// The whole array: out[i] = in[0] + ... + in[i]. scratch has scan_sums(n) elements.
int scan_6_three_phase(const float *in, int64_t n, float *scratch, float *out);

// The same; where exclusive is not 0, out[i] = in[0] + ... + in[i - 1], and out[0] = 0.
// scratch has scan_words(n) words.
int scan_7_look_back(const float *in, int64_t n, int exclusive, uint64_t *scratch, float *out);
int scan_7_look_back_int(const int *in, int64_t n, int exclusive, uint64_t *scratch, int *out);

// The elements of in that are greater than 0, in their order, become out[0], out[1], ...; *count becomes
// their number. out has n elements; those from *count on are not touched. scratch has scan_words(n) words.
int scan_8_stream_compaction(const int *in, int64_t n, uint64_t *scratch, int *out, int64_t *count);

// The entries of a sparse matrix come in any order, entry k in row[k], 0 <= row[k] < rows. row_ptr has rows +
// 1 elements: row_ptr[r] becomes the number of entries in rows before r, so that row_ptr[rows] = entries.
// scratch has scan_words(rows + 1) words. entries and rows are below 2^31.
int scan_9_csr_build(const int *row, int64_t entries, int64_t rows, uint64_t *scratch, int *row_ptr);

PMPP_CONTRACT_END

// Room for the sums of tiles of SCAN_TILE, their scan, the sums of that scan's tiles, and so on.
static inline int64_t scan_sums(int64_t n) {
  return n / 128 + 4096;
}

// Room for one word a tile of 256 elements or more, for whatever counts tiles, and as much again.
static inline int64_t scan_words(int64_t n) {
  return n / 128 + 4096;
}

#endif
