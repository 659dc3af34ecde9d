// The library behind lab 06's contract: cub::DeviceHistogram::HistogramEven for every task, and for task 7 a table
// look-up by cub::DeviceTransform behind it. Compiled with -DPMPP_BASELINE_CUB.
#include "hist.h"
#include "worker/library.h"
#include <cub/device/device_histogram.cuh>
#if __has_include(<cub/device/device_transform.cuh>) // from CUDA 12.9 on; before, this library has no task 7
#define HAS_TRANSFORM
#include <cub/device/device_transform.cuh>
#endif
#include <cuda_runtime.h>

#if !defined PMPP_BASELINE_CUB
#error "define PMPP_BASELINE_CUB"
#endif

#include <cub/version.cuh>
PMPP_LIBRARY("CUB %d.%d.%d", CUB_MAJOR_VERSION, CUB_MINOR_VERSION, CUB_SUBMINOR_VERSION)

// CUB's temporary storage, kept from call to call: the first call, which is not timed, allocates it.
static cudaError_t storage(size_t need, void **place) {
  static void *kept;
  static size_t size;
  if (need > size) {
    cudaFree(kept);
    kept = NULL;
    size = 0;
    cudaError_t error = cudaMalloc(&kept, need);
    if (error != cudaSuccess) return error;
    size = need;
  }
  *place = kept;
  return cudaSuccess;
}

template <typename T, typename LEVEL>
static int even(const T *in, int64_t n, LEVEL lower, LEVEL upper, int bins, unsigned *hist) {
  size_t need = 0;
  void *place = NULL;
  cudaError_t error = cub::DeviceHistogram::HistogramEven(place, need, in, hist, bins + 1, lower, upper, n);
  if (error == cudaSuccess) error = storage(need, &place);
  if (error != cudaSuccess) return error;
  return cub::DeviceHistogram::HistogramEven(place, need, in, hist, bins + 1, lower, upper, n);
}

int hist_1_global_atomics(const uint8_t *in, int64_t n, unsigned *hist) {
  return even<uint8_t, int>(in, n, 0, HIST_BINS, HIST_BINS, hist);
}
int hist_2_privatised(const uint8_t *in, int64_t n, unsigned *hist) {
  return even<uint8_t, int>(in, n, 0, HIST_BINS, HIST_BINS, hist);
}
int hist_3_coarsened(const uint8_t *in, int64_t n, int, unsigned *hist) {
  return even<uint8_t, int>(in, n, 0, HIST_BINS, HIST_BINS, hist);
}
int hist_4_aggregated(const uint8_t *in, int64_t n, unsigned *hist) {
  return even<uint8_t, int>(in, n, 0, HIST_BINS, HIST_BINS, hist);
}
int hist_6_skewed(const uint8_t *in, int64_t n, unsigned *hist) {
  return even<uint8_t, int>(in, n, 0, HIST_BINS, HIST_BINS, hist);
}
int hist_5_many_bins(const uint32_t *in, int64_t n, uint32_t lower, uint32_t width, int bins,
                     unsigned *hist) {
  return even(in, n, lower, lower + bins * width, bins, hist);
}
int hist_6_skewed_u32(const uint32_t *in, int64_t n, uint32_t lower, uint32_t width, int bins,
                      unsigned *hist) {
  return even(in, n, lower, lower + bins * width, bins, hist);
}
// CUB 3.0 loses a float just below `upper` whose place rounds to `bins`: task 5's cases of edges would say so.
int hist_5_many_bins_f32(const float *in, int64_t n, float lower, float upper, int bins, unsigned *hist) {
  return even(in, n, lower, upper, bins, hist);
}

#ifdef HAS_TRANSFORM
// One thread a value: the running sum is short.
static __global__ void make_table(const unsigned *hist, uint64_t n, unsigned *table) {
  unsigned v = threadIdx.x;
  uint64_t sum = 0, darkest = 0;
  for (unsigned u = 0; u <= v; u++) sum += hist[u];
  for (unsigned u = 0; darkest == 0; u++) darkest = hist[u];
  uint64_t spread = n - darkest;
  table[v] = spread == 0 ? v : sum > darkest ? (unsigned)((255 * (sum - darkest) + spread / 2) / spread) : 0;
}

struct look_up {
  const unsigned *table;
  __device__ uint8_t operator()(uint8_t x) const {
    return (uint8_t)table[x];
  }
};

int hist_7_image_equalise(const uint8_t *in, int64_t n, uint8_t *out, unsigned *hist, unsigned *scratch) {
  int error = even<uint8_t, int>(in, n, 0, HIST_BINS, HIST_BINS, hist);
  if (error != cudaSuccess || n == 0) return error;
  make_table<<<1, HIST_BINS>>>(hist, n, scratch);
  return cub::DeviceTransform::Transform(in, out, n, look_up{scratch});
}
#endif
