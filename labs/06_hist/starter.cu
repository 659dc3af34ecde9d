// Lab 06: seven histograms, from one global atomic a sample to counters without conflicts.
// README.md is the handout.
//
// Do the tasks in order. In each, write the gap, remove the line `return PMPP_TODO;` below it, and run
//     build/bin/lab06 --task 1_global_atomics
// samples.cuh gives you `clear`, which sets bins to 0; `split`, which finds the whole 16-byte vectors;
// levels and their bin(x); and blocks_for, the number of blocks of a grid. Everything outside the gaps is
// given as well.
#include "samples.cuh"

// ---- 1: global atomics -----------------------------------------------------------------------------------

// hist[b] grows by the number of samples of value b.
__global__ void global_atomics_kernel(const uint8_t *in, int64_t n, unsigned *hist) {
  // TODO (about 2 lines).
  // One sample a thread: i = blockIdx.x * BLOCK + threadIdx.x, as int64_t. Where i is below n, atomicAdd adds
  // 1 to the bin of in[i]. Why is hist[in[i]]++ wrong? Try it: the emulator shows you both accesses.
}

int hist_1_global_atomics(const uint8_t *in, int64_t n, unsigned *hist) {
  return PMPP_TODO; // remove this line once the kernel is written
  cudaError_t error = clear(hist, HIST_BINS);
  if (error != cudaSuccess || n == 0) return error; // a grid of 0 blocks is an error
  global_atomics_kernel<<<(unsigned)((n + BLOCK - 1) / BLOCK), BLOCK>>>(in, n, hist);
  return cudaGetLastError();
}

// ---- 2: a private histogram for each block ---------------------------------------------------------------

__global__ void privatised_kernel(const uint8_t *in, int64_t n, unsigned *hist) {
  __shared__ unsigned counts[HIST_BINS];
  int t = threadIdx.x;

  // TODO (about 6 lines).
  // The block has LARGE_BLOCK = 1024 threads, one sample each.
  // - All 256 counts become 0. Barrier.
  // - Each thread counts its sample in counts, where the sample exists. Barrier: all threads reach it.
  // - 256 threads add one count each to hist. Which counts need no atomic at all?
}

int hist_2_privatised(const uint8_t *in, int64_t n, unsigned *hist) {
  return PMPP_TODO; // remove this line once the kernel is written
  cudaError_t error = clear(hist, HIST_BINS);
  if (error != cudaSuccess || n == 0) return error;
  privatised_kernel<<<(unsigned)((n + LARGE_BLOCK - 1) / LARGE_BLOCK), LARGE_BLOCK>>>(in, n, hist);
  return cudaGetLastError();
}

// ---- 3: many samples a thread ----------------------------------------------------------------------------

__global__ void coarsened_kernel(const uint8_t *in, int64_t n, unsigned *hist) {
  __shared__ unsigned counts[HIST_BINS];
  int t = threadIdx.x;

  // TODO (about 7 lines).
  // The block has BLOCK = 256 threads, one for each bin. The phases are those of task 2, but each thread
  // counts in a loop. Which sample is its next one? Neighbouring lanes should load neighbouring samples in
  // every iteration.
}

int hist_3_coarsened(const uint8_t *in, int64_t n, int blocks, unsigned *hist) {
  return PMPP_TODO; // remove this line once the kernel is written
  cudaError_t error = clear(hist, HIST_BINS);
  if (error != cudaSuccess || n == 0) return error;
  int64_t useful = (n + BLOCK - 1) / BLOCK; // further blocks would find no sample
  coarsened_kernel<<<(unsigned)(useful < blocks ? useful : blocks), BLOCK>>>(in, n, hist);
  return cudaGetLastError();
}

// ---- 4: runs ---------------------------------------------------------------------------------------------

__global__ void aggregated_kernel(const uint8_t *in, int64_t n, unsigned *hist) {
  __shared__ unsigned counts[HIST_BINS];
  int t = threadIdx.x;
  split<uint8_t> samples(in, n); // samples.vectors[0] .. [samples.n_vectors - 1] hold 16 samples each

  // TODO (about 25 lines, a function of your own included).
  // - The loop now goes over whole vectors. v.x of a uint4 v holds the first four samples, the first of them
  //   in its lowest byte.
  // - Keep the value and the length of the current run in registers. Where a sample differs, the run ends:
  //   one atomicAdd of its length. The last run of a vector ends with the vector.
  // - The single samples before and after the vectors are in[samples.single(k)] for k = 0, 1, ... as long as
  //   this index is below n. There are at most 30: block 0 counts them, one a thread.
}

int hist_4_aggregated(const uint8_t *in, int64_t n, unsigned *hist) {
  return PMPP_TODO; // remove this line once the kernel is written
  cudaError_t error = clear(hist, HIST_BINS);
  if (error != cudaSuccess) return error;
  int64_t blocks = blocks_for((const void *)aggregated_kernel, BLOCK, 0, n, 4 * 16 * BLOCK);
  aggregated_kernel<<<(unsigned)blocks, BLOCK>>>(in, n, hist);
  return cudaGetLastError();
}

// ---- 5: more bins than shared memory holds ---------------------------------------------------------------

// Block (r, p) of the grid counts the samples of part p = blockIdx.y that fall into range r = blockIdx.x: the
// bins from r * range on, `range` of them, or as many as are left.
// T is uint32_t or float, and LEVELS has `bins` and bin(x): see samples.cuh.
template <typename T, typename LEVELS>
__global__ void many_bins_kernel(const T *in, int64_t n, LEVELS levels, unsigned range, unsigned *hist) {
  extern __shared__ unsigned counts[]; // the launch sets their number
  unsigned first = blockIdx.x * range, left = levels.bins - first, here = left < range ? left : range;

  // TODO (about 12 lines).
  // The three phases again, for counts[0 .. here), which belong to the bins from `first` on. The block may
  // have fewer threads than bins. The blocks of one range divide the samples: block (r, p) is number p of
  // gridDim.y blocks. For which values of levels.bin(x) - first, an unsigned difference, is the sample in
  // this range? Do not count others.
}

template <typename T, typename LEVELS>
static int many_bins(const T *in, int64_t n, LEVELS levels, unsigned *hist) {
  // TODO (about 12 lines).
  // - Clear hist.
  // - How many counters fit into a block's shared memory? By default a block gets 48 KiB. The attribute
  //   cudaDevAttrMaxSharedMemoryPerBlockOptin is the maximum that you may request with cudaFuncSetAttribute
  //   and cudaFuncAttributeMaxDynamicSharedMemorySize. The kernel reads all samples once for each range, so
  //   fewer ranges are faster.
  // - How many parts? Each block adds up to `range` sums to hist. So it should have at least four times as
  //   many samples as there are bins. blocks_for divides n in this way.
  // - Launch many_bins_kernel<T, LEVELS><<<dim3(ranges, parts), LARGE_BLOCK, shared>>>, `shared` in bytes.
  return cudaGetLastError();
}

int hist_5_many_bins(const uint32_t *in, int64_t n, uint32_t lower, uint32_t width, int bins,
                     unsigned *hist) {
  return PMPP_TODO; // remove this line once the kernel is written
  return many_bins(in, n, even_levels(lower, width, bins), hist);
}

int hist_5_many_bins_f32(const float *in, int64_t n, float lower, float upper, int bins, unsigned *hist) {
  return PMPP_TODO; // remove this line too
  return many_bins(in, n, even_f32{lower, upper, bins / (upper - lower), (unsigned)bins}, hist);
}

// ---- 6: any distribution ---------------------------------------------------------------------------------

// counts[b * COLUMNS + c] is the counter of bin b in column c; a lane counts in column lane % COLUMNS.
template <typename T, typename LEVELS, int COLUMNS>
__global__ void skewed_kernel(const T *in, int64_t n, LEVELS levels, unsigned *hist) {
  extern __shared__ unsigned counts[];

  // TODO (about 30 lines, functions of your own included).
  // - Clear all bins * COLUMNS counters.
  // - Count whole vectors, as in task 4, but no runs. Sample s of a uint4 v is ((const T *)&v)[s], for s = 0
  //   to split<T>::SAMPLES - 1. Several loads in flight hide their latency: load two vectors, LARGE_BLOCK
  //   apart, before you count the first. So neighbouring lanes still load neighbouring vectors.
  // - The sum of a bin is the sum of its columns. Thread b begins with column b % COLUMNS: which banks would
  //   32 threads use if all began with column 0?
}

template <typename T, typename LEVELS, int COLUMNS>
static int skewed(const T *in, int64_t n, LEVELS levels, unsigned *hist) {
  // TODO (about 8 lines).
  // Clear hist. Request bins * COLUMNS counters of shared memory. Launch skewed_kernel<T, LEVELS, COLUMNS>. A
  // block should have at least four samples for each bin. Otherwise it does nearly as many global atomics as
  // it has samples.
  return cudaGetLastError();
}

int hist_6_skewed(const uint8_t *in, int64_t n, unsigned *hist) {
  return PMPP_TODO; // remove this line once the kernel is written
  return skewed<uint8_t, bytes, WARP>(in, n, bytes(), hist);
}

int hist_6_skewed_u32(const uint32_t *in, int64_t n, uint32_t lower, uint32_t width, int bins,
                      unsigned *hist) {
  return PMPP_TODO; // remove this line too
  even_u32 levels = even_levels(lower, width, bins);
  if (bins <= 512) return skewed<uint32_t, even_u32, WARP>(in, n, levels, hist);
  if (bins <= 1024) return skewed<uint32_t, even_u32, WARP / 2>(in, n, levels, hist);
  return skewed<uint32_t, even_u32, WARP / 4>(in, n, levels, hist);
}

// ---- 7: a use --------------------------------------------------------------------------------------------

// table[v] becomes the new value of a pixel of value v; hist counts n pixels. One block of HIST_BINS threads.
__global__ void equalise_table_kernel(const unsigned *hist, unsigned n, unsigned *table) {
  __shared__ unsigned sums[HIST_BINS];
  int t = threadIdx.x;

  // TODO (about 15 lines).
  // - sums[t] becomes hist[0] + ... + hist[t], in 8 steps. In the step with distance 1, 2, 4, ... 128, each
  //   thread adds the sum that lies `distance` before its own. Every thread reads before any thread writes:
  //   two barriers a step.
  // - `darkest` is the first of the sums that is not 0.
  // - The formula is in hist.h. How large can 255 * (sums[t] - darkest) get? And what happens if n
  //   == darkest?
}

__global__ void equalise_kernel(const uint8_t *in, int64_t n, const unsigned *table, uint8_t *out) {
  __shared__ uint8_t entry[HIST_BINS];
  int t = threadIdx.x;

  // TODO (about 10 lines).
  // The block copies the table. Then its threads stride over the pixels: out[i] = entry[in[i]]. 16 pixels at
  // a time are better than one: in and out are aligned to 256 bytes.
}

int hist_7_image_equalise(const uint8_t *in, int64_t n, uint8_t *out, unsigned *hist, unsigned *scratch) {
  return PMPP_TODO;                       // remove this line once the kernels are written
  int error = hist_6_skewed(in, n, hist); // or another of yours: hist_4_aggregated
  if (error != cudaSuccess || n == 0) return error;
  equalise_table_kernel<<<1, HIST_BINS>>>(hist, (unsigned)n, scratch);
  int64_t blocks = blocks_for((const void *)equalise_kernel, BLOCK, 0, n, 4 * 16 * BLOCK);
  equalise_kernel<<<(unsigned)blocks, BLOCK>>>(in, n, scratch, out);
  return cudaGetLastError();
}
