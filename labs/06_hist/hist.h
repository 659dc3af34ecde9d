// The contract of lab 06: seven histograms, from one atomic a sample in global memory to none that waits.
#ifndef HIST_H
#define HIST_H

#include "worker/contract.h"

PMPP_CONTRACT_BEGIN

// The functions count samples: hist[b] becomes the number of the n >= 0 samples of `in` that fall into bin b.
//
// in and hist are device pointers, hist with undefined content, aligned to 256 bytes. `in` is aligned to its sample
// alone: it may be a slice of a larger array. in is not changed. n is at most 2^32 - 1, so that no count
// overflows. The functions only work on the default stream: they launch kernels and may clear memory, but neither
// allocate nor synchronise. They return 0, or the cudaError_t of what failed.
//
// Bytes: 256 bins, and a sample is its own bin number. In task 3 the grid has at most `blocks` >= 1 blocks.
int hist_1_global_atomics(const uint8_t *in, int64_t n, unsigned *hist);
int hist_2_privatised(const uint8_t *in, int64_t n, unsigned *hist);
int hist_3_coarsened(const uint8_t *in, int64_t n, int blocks, unsigned *hist);
int hist_4_aggregated(const uint8_t *in, int64_t n, unsigned *hist);
int hist_6_skewed(const uint8_t *in, int64_t n, unsigned *hist);

// Even levels: sample x >= lower falls into bin (x - lower) / width, rounded down, if there is such a bin, one of
// 0 .. bins - 1. Other samples are ignored. width >= 1, and lower + bins * width is at most 2^32 - 1.
// Task 5 has 1 <= bins <= HIST_MAX_BINS, task 6 at most HIST_SKEWED_BINS.
int hist_5_many_bins(const uint32_t *in, int64_t n, uint32_t lower, uint32_t width, int bins, unsigned *hist);
int hist_6_skewed_u32(const uint32_t *in, int64_t n, uint32_t lower, uint32_t width, int bins,
                      unsigned *hist);

// The same for floats: a sample with lower <= x < upper falls into bin (int)((x - lower) * scale), but into the
// last one where rounding leads beyond it, with scale = bins / (upper - lower); each operation rounds to float.
// Other samples, NaN among them, are ignored. lower < upper, both finite.
int hist_5_many_bins_f32(const float *in, int64_t n, float lower, float upper, int bins, unsigned *hist);

// Spreads the grey values of a picture of n pixels evenly: hist becomes the histogram of in, and a pixel of value v
//     out = (255 (c[v] - darkest) + (n - darkest) / 2) / (n - darkest),   division rounds down,
// where c[v] is the number of pixels of value at most v, and darkest the number of those that have the smallest
// value there is. A picture of a single value stays as it is: n = darkest. in and out are aligned to 256 bytes and do
// not overlap. scratch has HIST_SCRATCH elements of undefined content, free to use.
int hist_7_image_equalise(const uint8_t *in, int64_t n, uint8_t *out, unsigned *hist, unsigned *scratch);

PMPP_CONTRACT_END

enum { HIST_BINS = 256, HIST_SKEWED_BINS = 2048, HIST_MAX_BINS = 65536, HIST_SCRATCH = 256 };

#endif
