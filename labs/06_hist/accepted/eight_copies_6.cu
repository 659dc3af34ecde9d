// expect: pass 6_skewed global_load_requests on emu
// form: a sample a load: the lanes of a warp share eight copies of the counters.
#include "samples.cuh"

template <typename T, typename LEVELS>
__global__ void copies_kernel(const T *in, int64_t n, LEVELS levels, unsigned copies, unsigned *hist) {
  extern __shared__ unsigned counts[]; // [bin][copy]
  unsigned bins = levels.bins, copy = threadIdx.x % copies;
  for (unsigned k = threadIdx.x; k < bins * copies; k += blockDim.x) counts[k] = 0;
  __syncthreads();
  for (int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += (int64_t)gridDim.x * blockDim.x) {
    unsigned b = levels.bin(in[i]);
    if (b < bins) atomicAdd(&counts[b * copies + copy], 1);
  }
  __syncthreads();
  for (unsigned b = threadIdx.x; b < bins; b += blockDim.x) {
    unsigned sum = 0;
    for (unsigned c = 0; c < copies; c++) sum += counts[b * copies + c];
    if (sum > 0) atomicAdd(&hist[b], sum);
  }
}

template <typename T, typename LEVELS>
static int count_in_copies(const T *in, int64_t n, LEVELS levels, unsigned *hist) {
  cudaError_t error = clear(hist, levels.bins);
  if (error != cudaSuccess) return error;
  unsigned copies = 8;
  size_t shared = copies * levels.bins * sizeof(unsigned);
  auto kernel = copies_kernel<T, LEVELS>;
  error =
      cudaFuncSetAttribute((const void *)kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared);
  if (error != cudaSuccess) return error;
  int64_t blocks = n / (8 * (int64_t)levels.bins);
  blocks = blocks < 1 ? 1 : blocks > 512 ? 512 : blocks;
  kernel<<<(unsigned)blocks, 512, shared>>>(in, n, levels, copies, hist);
  return cudaGetLastError();
}

int hist_6_skewed(const uint8_t *in, int64_t n, unsigned *hist) {
  return count_in_copies(in, n, bytes(), hist);
}

int hist_6_skewed_u32(const uint32_t *in, int64_t n, uint32_t lower, uint32_t width, int bins,
                      unsigned *hist) {
  return count_in_copies(in, n, even_levels(lower, width, bins), hist);
}
