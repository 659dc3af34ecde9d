// expect: pass 6_skewed on emu
// fault: none: one copy of the counters; of the lanes that have the same bin the first adds for all.
#include "hist.h"
#define hist_6_skewed     reference_hist_6_skewed
#define hist_6_skewed_u32 reference_hist_6_skewed_u32
#include "../solution.cu"
#undef hist_6_skewed
#undef hist_6_skewed_u32

// All lanes of a warp call; those without a sample have a bin that is none.
template <typename LEVELS>
static __device__ void count_together(unsigned bin, const LEVELS &levels, unsigned *counts) {
  unsigned peers = __match_any_sync(0xffffffff, bin);
  if (bin < levels.bins && (int)(threadIdx.x % WARP) == __ffs(peers) - 1)
    atomicAdd(&counts[bin], __popc(peers));
}

template <typename T, typename LEVELS>
__global__ void leaders_kernel(const T *in, int64_t n, LEVELS levels, unsigned *hist) {
  extern __shared__ unsigned counts[];
  split<T> samples(in, n);
  for (unsigned b = threadIdx.x; b < levels.bins; b += BLOCK) counts[b] = 0;
  __syncthreads();
  for (int64_t first = (int64_t)blockIdx.x * BLOCK; first < samples.n_vectors;
       first += (int64_t)gridDim.x * BLOCK) {
    bool there = first + threadIdx.x < samples.n_vectors;
    uint4 v = there ? samples.vectors[first + threadIdx.x] : make_uint4(0, 0, 0, 0);
    for (int s = 0; s < split<T>::SAMPLES; s++)
      count_together(there ? levels.bin(((const T *)&v)[s]) : 0xffffffff, levels, counts);
  }
  int64_t single = samples.single(threadIdx.x);
  if (blockIdx.x == 0) count_together(single < n ? levels.bin(in[single]) : 0xffffffff, levels, counts);
  __syncthreads();
  for (unsigned b = threadIdx.x; b < levels.bins; b += BLOCK)
    if (counts[b] > 0) atomicAdd(&hist[b], counts[b]);
}

template <typename T, typename LEVELS>
static int count_by_leaders(const T *in, int64_t n, LEVELS levels, unsigned *hist) {
  size_t shared = levels.bins * sizeof(unsigned);
  auto kernel = leaders_kernel<T, LEVELS>;
  cudaError_t error = clear(hist, levels.bins);
  if (error != cudaSuccess) return error;
  int64_t blocks = blocks_for((const void *)kernel, BLOCK, shared, n, 8 * levels.bins);
  kernel<<<(unsigned)blocks, BLOCK, shared>>>(in, n, levels, hist);
  return cudaGetLastError();
}

int hist_6_skewed(const uint8_t *in, int64_t n, unsigned *hist) {
  return count_by_leaders(in, n, bytes(), hist);
}

int hist_6_skewed_u32(const uint32_t *in, int64_t n, uint32_t lower, uint32_t width, int bins,
                      unsigned *hist) {
  return count_by_leaders(in, n, even_levels(lower, width, bins), hist);
}
