// Lab 06, the reference: seven histograms, from one global atomic a sample to counters without conflicts.
//
// Every stage names the counter that it moves. The handout's table has the numbers.
//
//   1 global_atomics   every sample is one atomic addition in global memory: n global atomics.
//   2 privatised       a block counts in shared memory and adds its 256 sums to the result. Global atomics
//                      fall to at most one for each bin and block.
//   3 coarsened        a fixed number of blocks, many samples a thread. Blocks no longer grow with n, nor
//                      do global atomics. A thread's next sample is a whole grid further on, so loads
//                      stay coalesced.
//   4 aggregated       one load gets 16 neighbouring samples, and a run of equal samples is one addition.
//                      Shared atomics fall to one for each run, load requests to a sixteenth.
//   5 many_bins        more bins than a block's shared memory holds: each block counts one range of them.
//                      Samples of any type go into bins of even width.
//   6 skewed           32 columns of counters, one for each lane. Lanes of a warp never use the same counter,
//                      whatever they count. Serial steps fall to one for each atomic instruction.
//   7 image_equalise   a use: a histogram, a running sum, and a table look-up for each pixel.
#include "samples.cuh"

// ---- 1: global atomics -----------------------------------------------------------------------------------

// One sample a thread. `hist[x]++` would be a load, an addition and a store, and additions of other threads
// between the load and the store would be lost. An atomic addition is all three at once. With few bins many
// threads update the same one, and their atomics run one after the other: the fewer bins in use, the slower.
__global__ void global_atomics_kernel(const uint8_t *in, int64_t n, unsigned *hist) {
  int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
  if (i < n) atomicAdd(&hist[in[i]], 1);
}

int hist_1_global_atomics(const uint8_t *in, int64_t n, unsigned *hist) {
  cudaError_t error = clear(hist, HIST_BINS);
  if (error != cudaSuccess || n == 0) return error;
  global_atomics_kernel<<<(unsigned)((n + BLOCK - 1) / BLOCK), BLOCK>>>(in, n, hist);
  return cudaGetLastError();
}

// ---- 2: a private histogram for each block ---------------------------------------------------------------

// The block's own histogram lies in shared memory, and no other block uses it. There are three phases with a
// barrier between them. All bins are 0 before the first sample is counted, and all samples are counted before
// the sums go to the result. A block has 4 samples for each bin, so global atomics fall to a quarter of the
// samples or less. A bin without samples needs none.
__global__ void privatised_kernel(const uint8_t *in, int64_t n, unsigned *hist) {
  __shared__ unsigned counts[HIST_BINS];
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * LARGE_BLOCK + t;

  if (t < HIST_BINS) counts[t] = 0;
  __syncthreads();
  if (i < n) atomicAdd(&counts[in[i]], 1);
  __syncthreads();
  if (t < HIST_BINS && counts[t] > 0) atomicAdd(&hist[t], counts[t]);
}

int hist_2_privatised(const uint8_t *in, int64_t n, unsigned *hist) {
  cudaError_t error = clear(hist, HIST_BINS);
  if (error != cudaSuccess || n == 0) return error;
  privatised_kernel<<<(unsigned)((n + LARGE_BLOCK - 1) / LARGE_BLOCK), LARGE_BLOCK>>>(in, n, hist);
  return cudaGetLastError();
}

// ---- 3: many samples a thread ----------------------------------------------------------------------------

// The first and the last phase cost the same for a thousand samples as for a million, so a block counts many.
// A thread's samples are a grid apart (interleaved): in every round the lanes of a warp load 32 neighbours,
// one sector. If each thread took n / threads neighbours (contiguous), each lane of a warp would load from a
// sector of its own.
__global__ void coarsened_kernel(const uint8_t *in, int64_t n, unsigned *hist) {
  __shared__ unsigned counts[HIST_BINS];
  int t = threadIdx.x;

  counts[t] = 0;
  __syncthreads();
  for (int64_t i = (int64_t)blockIdx.x * BLOCK + t; i < n; i += (int64_t)gridDim.x * BLOCK)
    atomicAdd(&counts[in[i]], 1);
  __syncthreads();
  if (counts[t] > 0) atomicAdd(&hist[t], counts[t]);
}

int hist_3_coarsened(const uint8_t *in, int64_t n, int blocks, unsigned *hist) {
  cudaError_t error = clear(hist, HIST_BINS);
  if (error != cudaSuccess || n == 0) return error;
  int64_t useful = (n + BLOCK - 1) / BLOCK;
  coarsened_kernel<<<(unsigned)(useful < blocks ? useful : blocks), BLOCK>>>(in, n, hist);
  return cudaGetLastError();
}

// ---- 4: runs ---------------------------------------------------------------------------------------------

// Continues the run of `run` samples of `value` with the samples of one word, the lowest byte first.
static __device__ void count_runs(unsigned word, unsigned *value, unsigned *run, unsigned *counts) {
  for (int k = 0; k < 4; k++) {
    unsigned x = word >> 8 * k & 0xff;
    if (x != *value) {
      atomicAdd(&counts[*value], *run);
      *value = x;
      *run = 0;
    }
    ++*run;
  }
}

// A thread needs neighbouring samples for runs, and neighbouring lanes need neighbouring samples for
// coalescing. A 16-byte load gives both: 16 samples for the thread, 512 for the warp. Neighbouring samples
// are often equal, in pictures and in sorted data. A register counts a run, and one atomic adds it where it
// ends: shared atomics fall.
__global__ void aggregated_kernel(const uint8_t *in, int64_t n, unsigned *hist) {
  __shared__ unsigned counts[HIST_BINS];
  int t = threadIdx.x;
  split<uint8_t> samples(in, n);

  counts[t] = 0;
  __syncthreads();
  for (int64_t i = (int64_t)blockIdx.x * BLOCK + t; i < samples.n_vectors; i += (int64_t)gridDim.x * BLOCK) {
    uint4 v = samples.vectors[i];
    unsigned value = v.x & 0xff, run = 0;
    count_runs(v.x, &value, &run, counts);
    count_runs(v.y, &value, &run, counts);
    count_runs(v.z, &value, &run, counts);
    count_runs(v.w, &value, &run, counts);
    atomicAdd(&counts[value], run);
  }
  if (blockIdx.x == 0 && samples.single(t) < n) atomicAdd(&counts[in[samples.single(t)]], 1);
  __syncthreads();
  if (counts[t] > 0) atomicAdd(&hist[t], counts[t]);
}

int hist_4_aggregated(const uint8_t *in, int64_t n, unsigned *hist) {
  cudaError_t error = clear(hist, HIST_BINS);
  if (error != cudaSuccess) return error;
  int64_t blocks = blocks_for((const void *)aggregated_kernel, BLOCK, 0, n, 4 * 16 * BLOCK);
  aggregated_kernel<<<(unsigned)blocks, BLOCK>>>(in, n, hist);
  return cudaGetLastError();
}

// ---- 5: more bins than shared memory holds ---------------------------------------------------------------

// Calls count(x) for each sample x of a vector.
template <typename T, typename COUNT> static __device__ void each_of(uint4 v, COUNT count) {
#pragma unroll
  for (int s = 0; s < split<T>::SAMPLES; s++) count(((const T *)&v)[s]);
}

// A vector. What is loaded ONCE may leave the caches first (__ldcs).
template <bool ONCE> static __device__ uint4 vector(const uint4 *p) {
  return ONCE ? __ldcs(p) : *p;
}

// Calls count(x) for each sample x of block `part` of `parts`. The two loads of a tile are independent, so
// both are in flight before the first is used. The last vectors may be half a tile.
enum { TILE = 2 * LARGE_BLOCK }; // vectors
template <bool ONCE, typename T, typename COUNT>
static __device__ void each_sample(const T *in, int64_t n, int part, int parts, COUNT count) {
  split<T> samples(in, n);
  int64_t i = (int64_t)part * TILE + threadIdx.x, step = (int64_t)parts * TILE;

  for (; i + LARGE_BLOCK < samples.n_vectors; i += step) {
    uint4 a = vector<ONCE>(&samples.vectors[i]), b = vector<ONCE>(&samples.vectors[i + LARGE_BLOCK]);
    each_of<T>(a, count);
    each_of<T>(b, count);
  }
  if (i < samples.n_vectors) each_of<T>(samples.vectors[i], count);
  int64_t single = samples.single(threadIdx.x);
  if (part == 0 && single < n) count(in[single]);
}

// Block (r, p) counts the samples of part p that fall into range r: the bins from r * range on. The blocks of
// one part, one for each range, are neighbours in launch order. They read the same samples at the same time,
// so the first loads from global memory, and the others hit the cache.
template <typename T, typename LEVELS>
__global__ void __launch_bounds__(LARGE_BLOCK, PMPP_BLOCKS(LARGE_BLOCK, 2))
    many_bins_kernel(const T *in, int64_t n, LEVELS levels, unsigned range, unsigned *hist) {
  extern __shared__ unsigned counts[];
  unsigned first = blockIdx.x * range, left = levels.bins - first, here = left < range ? left : range;

  for (unsigned b = threadIdx.x; b < here; b += LARGE_BLOCK) counts[b] = 0;
  __syncthreads();
  each_sample<false>(in, n, blockIdx.y, gridDim.y, [&](T x) {
    unsigned b = levels.bin(x) - first; // bins below `first` wrap around to a large number
    if (b < here) atomicAdd(&counts[b], 1);
  });
  __syncthreads();
  for (unsigned b = threadIdx.x; b < here; b += LARGE_BLOCK)
    if (counts[b] > 0) atomicAdd(&hist[first + b], counts[b]);
}

// Every range reads all samples, so there should be few ranges. By default a block gets 48 KiB of shared
// memory; it may request far more (227 KiB on an H200, 58,112 bins). The number of parts is limited: with
// fewer than four samples for each bin, a block would do nearly as many global atomics as it has samples.
template <typename T, typename LEVELS>
static int many_bins(const T *in, int64_t n, LEVELS levels, unsigned *hist) {
  int device, most;
  cudaError_t error = clear(hist, levels.bins);
  if (error == cudaSuccess) error = cudaGetDevice(&device);
  if (error == cudaSuccess)
    error = cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
  if (error != cudaSuccess) return error;

  unsigned fit = most / sizeof(unsigned), ranges = (levels.bins + fit - 1) / fit;
  unsigned range = (levels.bins + ranges - 1) / ranges;
  size_t shared = range * sizeof(unsigned);
  auto kernel = many_bins_kernel<T, LEVELS>;
  error =
      cudaFuncSetAttribute((const void *)kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared);
  if (error != cudaSuccess) return error;
  int64_t tile = TILE * split<T>::SAMPLES, least = 4 * levels.bins > tile ? 4 * levels.bins : tile;
  int64_t parts = blocks_for((const void *)kernel, LARGE_BLOCK, shared, n, least) / ranges;
  kernel<<<dim3(ranges, parts > 1 ? parts : 1), LARGE_BLOCK, shared>>>(in, n, levels, range, hist);
  return cudaGetLastError();
}

int hist_5_many_bins(const uint32_t *in, int64_t n, uint32_t lower, uint32_t width, int bins,
                     unsigned *hist) {
  return many_bins(in, n, even_levels(lower, width, bins), hist);
}

int hist_5_many_bins_f32(const float *in, int64_t n, float lower, float upper, int bins, unsigned *hist) {
  return many_bins(in, n, even_f32{lower, upper, bins / (upper - lower), (unsigned)bins}, hist);
}

// ---- 6: any distribution ---------------------------------------------------------------------------------

// There is a counter for each bin and *column*. Lane l counts in column l % COLUMNS, and counts[bin][column]
// lies in bank `column` (of 32). With 32 columns the lanes of a warp have 32 different addresses in 32
// different banks, whichever bins they count. So neither equal samples nor bank conflicts make a lane wait:
// one serial step an instruction. Warps share the columns, so the additions stay atomic.
//
// Each sample is loaded once. It pays to tell the caches where samples are bytes: 2 % of the time. Words take 7 %
// more then.
template <typename T, typename LEVELS, int COLUMNS>
__global__ void __launch_bounds__(LARGE_BLOCK, PMPP_BLOCKS(LARGE_BLOCK, 2))
    skewed_kernel(const T *in, int64_t n, LEVELS levels, unsigned *hist) {
  extern __shared__ unsigned counts[];
  unsigned *column = counts + threadIdx.x % COLUMNS;

  for (unsigned i = threadIdx.x; i < levels.bins * COLUMNS; i += LARGE_BLOCK) counts[i] = 0;
  __syncthreads();
  each_sample<sizeof(T) == 1>(in, n, blockIdx.x, gridDim.x, [&](T x) {
    unsigned b = levels.bin(x);
    if (b < levels.bins) atomicAdd(&column[b * COLUMNS], 1);
  });
  __syncthreads();
  // Thread b adds up the columns of bin b, and begins with column b % COLUMNS: again 32 lanes, 32 banks.
  for (unsigned b = threadIdx.x; b < levels.bins; b += LARGE_BLOCK) {
    unsigned sum = 0;
    for (unsigned c = 0; c < COLUMNS; c++) sum += counts[b * COLUMNS + (b + c) % COLUMNS];
    if (sum > 0) atomicAdd(&hist[b], sum);
  }
}

template <typename T, typename LEVELS, int COLUMNS>
static int skewed(const T *in, int64_t n, LEVELS levels, unsigned *hist) {
  auto kernel = skewed_kernel<T, LEVELS, COLUMNS>;
  size_t shared = levels.bins * COLUMNS * sizeof(unsigned);
  cudaError_t error = clear(hist, levels.bins);
  if (error == cudaSuccess)
    error =
        cudaFuncSetAttribute((const void *)kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared);
  if (error != cudaSuccess) return error;
  int64_t tile = TILE * split<T>::SAMPLES;
  int64_t blocks = blocks_for((const void *)kernel, LARGE_BLOCK, shared, n, tile);
  kernel<<<(unsigned)blocks, LARGE_BLOCK, shared>>>(in, n, levels, hist);
  return cudaGetLastError();
}

int hist_6_skewed(const uint8_t *in, int64_t n, unsigned *hist) {
  return skewed<uint8_t, bytes, WARP>(in, n, bytes(), hist);
}

// As many columns as 64 KiB hold: 32 up to 512 bins, 8 for 2048 bins. Then two blocks of 1024 threads fit on
// a multiprocessor at a time.
int hist_6_skewed_u32(const uint32_t *in, int64_t n, uint32_t lower, uint32_t width, int bins,
                      unsigned *hist) {
  even_u32 levels = even_levels(lower, width, bins);
  if (bins <= 512) return skewed<uint32_t, even_u32, WARP>(in, n, levels, hist);
  if (bins <= 1024) return skewed<uint32_t, even_u32, WARP / 2>(in, n, levels, hist);
  return skewed<uint32_t, even_u32, WARP / 4>(in, n, levels, hist);
}

// ---- 7: a use --------------------------------------------------------------------------------------------

// s[t] becomes the sum of s[0] .. s[t]; all 256 threads of the block call, after a barrier.
static __device__ void running_sum(unsigned *s, int t) {
  for (int distance = 1; distance < HIST_BINS; distance *= 2) {
    unsigned before = t >= distance ? s[t - distance] : 0;
    __syncthreads();
    s[t] += before;
    __syncthreads();
  }
}

// Thread t makes the table's entry for value t. The product needs 64 bits: 255 n may be 2^40.
__global__ void equalise_table_kernel(const unsigned *hist, unsigned n, unsigned *table) {
  __shared__ unsigned sums[HIST_BINS], darkest;
  int t = threadIdx.x;

  sums[t] = hist[t];
  __syncthreads();
  running_sum(sums, t);
  if (sums[t] > 0 && (t == 0 || sums[t - 1] == 0)) darkest = sums[t];
  __syncthreads();
  unsigned spread = n - darkest;
  unsigned above = sums[t] > darkest ? sums[t] - darkest : 0;
  table[t] = spread == 0 ? t : (unsigned)((255 * (uint64_t)above + spread / 2) / spread);
}

// The same table for four pixels at a time.
static __device__ unsigned look_up(unsigned word, const uint8_t *table) {
  unsigned result = 0;
  for (int k = 0; k < 4; k++) result |= (unsigned)table[word >> 8 * k & 0xff] << 8 * k;
  return result;
}

// Every block first copies the table, so that look-ups read shared memory, not global memory.
__global__ void equalise_kernel(const uint8_t *in, int64_t n, const unsigned *table, uint8_t *out) {
  __shared__ uint8_t entry[HIST_BINS];
  const uint4 *from = (const uint4 *)in;
  uint4 *to = (uint4 *)out;
  int t = threadIdx.x;

  entry[t] = (uint8_t)table[t];
  __syncthreads();
  for (int64_t i = (int64_t)blockIdx.x * BLOCK + t; i < n / 16; i += (int64_t)gridDim.x * BLOCK) {
    uint4 v = from[i];
    to[i] = make_uint4(look_up(v.x, entry), look_up(v.y, entry), look_up(v.z, entry), look_up(v.w, entry));
  }
  int64_t i = n / 16 * 16 + t;
  if (blockIdx.x == 0 && i < n) out[i] = entry[in[i]];
}

int hist_7_image_equalise(const uint8_t *in, int64_t n, uint8_t *out, unsigned *hist, unsigned *scratch) {
  int error = hist_6_skewed(in, n, hist);
  if (error != cudaSuccess || n == 0) return error;
  equalise_table_kernel<<<1, HIST_BINS>>>(hist, (unsigned)n, scratch);
  int64_t blocks = blocks_for((const void *)equalise_kernel, BLOCK, 0, n, 4 * 16 * BLOCK);
  equalise_kernel<<<(unsigned)blocks, BLOCK>>>(in, n, scratch, out);
  return cudaGetLastError();
}
