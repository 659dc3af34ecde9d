// Given: the places of samples in memory, the bins of samples, and the number of blocks of a grid.
#ifndef SAMPLES_CUH
#define SAMPLES_CUH

#include "hist.h"
#include <cuda_runtime.h>

enum { WARP = 32, BLOCK = 256, LARGE_BLOCK = 1024 };

// The bins become 0: their old content is undefined.
static cudaError_t clear(unsigned *hist, int bins) {
  return cudaMemsetAsync(hist, 0, bins * sizeof(unsigned));
}

// ---- where samples lie -----------------------------------------------------------------------------------

// n samples from `in` on: `head` single ones up to the first 16-byte boundary, then whole vectors of 16 bytes, then
// single ones again. The single ones are fewer than two vectors hold.
template <typename T> struct split {
  enum { SAMPLES = 16 / sizeof(T) }; // in a vector
  int head;
  int64_t n_vectors;
  const uint4 *vectors;

  __device__ split(const T *in, int64_t n) {
    int64_t before = -(uintptr_t)in % 16 / sizeof(T);
    head = (int)(before < n ? before : n);
    n_vectors = (n - head) / SAMPLES;
    vectors = (const uint4 *)(in + head);
  }
  // The index of the k-th single sample; not below n where there are fewer.
  __device__ int64_t single(int k) const {
    return k < head ? k : k + n_vectors * SAMPLES;
  }
};

// ---- levels: which bin a sample belongs to ---------------------------------------------------------------

// All have `bins` and bin(x). Where x belongs to no bin, bin(x) is not below `bins`.

// (x - lower) / width by a multiplication: with reciprocal = floor((2^32 - 1) / width) the high half of the product
// is the quotient or one less, since d (2^32 / width - reciprocal) is at most d < 2^32. For x below lower the
// difference wraps around to at least 2^32 - lower > bins * width: no bin either.
struct even_u32 {
  unsigned lower, width, bins, reciprocal;
  __device__ unsigned bin(uint32_t x) const {
    unsigned d = x - lower, q = __umulhi(d, reciprocal);
    return d - q * width >= width ? q + 1 : q;
  }
};

struct even_f32 {
  float lower, upper, scale;
  unsigned bins;
  __device__ unsigned bin(float x) const {
    if (!(x >= lower && x < upper)) return bins; // also if x is NaN
    unsigned b = (unsigned)((x - lower) * scale);
    return b < bins ? b : bins - 1;
  }
};

struct bytes { // a sample is its own bin
  enum { bins = HIST_BINS };
  __device__ unsigned bin(uint8_t x) const {
    return x;
  }
};

static even_u32 even_levels(uint32_t lower, uint32_t width, int bins) {
  return even_u32{lower, width, (unsigned)bins, 0xffffffff / width};
}

// ---- grids -----------------------------------------------------------------------------------------------

// Blocks for n samples: as many as the device holds at a time, but so few that each has `least`
// samples or more. Always at least one.
static int64_t blocks_for(const void *kernel, int threads, size_t shared, int64_t n, int64_t least) {
  int device, processors, resident;
  if (cudaGetDevice(&device) != cudaSuccess ||
      cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device) != cudaSuccess ||
      cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, threads, shared) != cudaSuccess)
    return 1;
  int64_t useful = (n + least - 1) / least, most = (int64_t)processors * resident;
  int64_t blocks = useful < most ? useful : most;
  return blocks > 1 ? blocks : 1;
}

#endif
