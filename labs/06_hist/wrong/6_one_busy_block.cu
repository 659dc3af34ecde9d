// expect: inefficient 6_skewed warp_balance on emu
// fault: the first of many blocks counts all samples, the others return.
#include "samples.cuh"

// All 32 lanes call; a lane without a sample comes with a bin that is none.
static __device__ void add_once(unsigned bin, unsigned bins, unsigned *counts) {
  unsigned equals = __match_any_sync(0xffffffffu, bin);
  if (bin < bins && __ffs(equals) - 1 == (int)(threadIdx.x % WARP)) atomicAdd(&counts[bin], __popc(equals));
}

template <typename T, typename LEVELS>
__global__ void equals_kernel(const T *in, int64_t n, LEVELS levels, unsigned *hist) {
  __shared__ unsigned counts[HIST_SKEWED_BINS];
  if (blockIdx.x > 0) return; // fault
  split<T> samples(in, n);
  unsigned bins = levels.bins;
  for (unsigned b = threadIdx.x; b < bins; b += blockDim.x) counts[b] = 0;
  __syncthreads();

  for (int64_t begin = 0; begin < samples.n_vectors; begin += blockDim.x) {
    int64_t i = begin + threadIdx.x;
    uint4 v = i < samples.n_vectors ? samples.vectors[i] : make_uint4(0, 0, 0, 0);
    for (int s = 0; s < split<T>::SAMPLES; s++)
      add_once(i < samples.n_vectors ? levels.bin(((const T *)&v)[s]) : bins, bins, counts);
  }
  if (blockIdx.x == 0 && threadIdx.x < WARP) {
    int64_t i = samples.single(threadIdx.x);
    add_once(i < n ? levels.bin(in[i]) : bins, bins, counts);
  }
  __syncthreads();
  for (unsigned b = threadIdx.x; b < bins; b += blockDim.x)
    if (counts[b] > 0) atomicAdd(&hist[b], counts[b]);
}

template <typename T, typename LEVELS>
static int count_equals(const T *in, int64_t n, LEVELS levels, unsigned *hist) {
  cudaError_t error = clear(hist, levels.bins);
  if (error != cudaSuccess) return error;
  int64_t blocks = n / (8 * (int64_t)levels.bins);
  blocks = blocks < 1 ? 1 : blocks > 1024 ? 1024 : blocks;
  equals_kernel<<<(unsigned)blocks, 256>>>(in, n, levels, hist);
  return cudaGetLastError();
}

int hist_6_skewed(const uint8_t *in, int64_t n, unsigned *hist) {
  return count_equals(in, n, bytes(), hist);
}

int hist_6_skewed_u32(const uint32_t *in, int64_t n, uint32_t lower, uint32_t width, int bins,
                      unsigned *hist) {
  return count_equals(in, n, even_levels(lower, width, bins), hist);
}
