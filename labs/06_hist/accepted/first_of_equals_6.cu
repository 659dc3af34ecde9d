// expect: pass 6_skewed on emu
// form: one copy of the counters; of the lanes with the same bin the first adds for all. Vectors, whole warps at a time.
#include "samples.cuh"

// All 32 lanes call; a lane without a sample comes with a bin that is none.
static __device__ void add_once(unsigned bin, unsigned bins, unsigned *counts) {
  unsigned equals = __match_any_sync(0xffffffffu, bin);
  if (bin < bins && __ffs(equals) - 1 == (int)(threadIdx.x % WARP)) atomicAdd(&counts[bin], __popc(equals));
}

template <typename T, typename LEVELS>
__global__ void equals_kernel(const T *in, int64_t n, LEVELS levels, unsigned *hist) {
  __shared__ unsigned counts[HIST_SKEWED_BINS];
  split<T> samples(in, n);
  unsigned bins = levels.bins;
  for (unsigned b = threadIdx.x; b < bins; b += blockDim.x) counts[b] = 0;
  __syncthreads();

  int64_t step = (int64_t)gridDim.x * blockDim.x;
  for (int64_t begin = (int64_t)blockIdx.x * blockDim.x; begin < samples.n_vectors; begin += step) {
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
