// The libraries behind lab 07's contract: merges, merge sorts and radix sorts of CUB and Thrust.
// Compiled with -DPMPP_BASELINE_CUB or -DPMPP_BASELINE_THRUST.
#include "sort.h"
#include "worker/library.h"
#include <cuda_runtime.h>

struct smaller_key {
  __host__ __device__ bool operator()(uint64_t a, uint64_t b) const {
    return a >> 32 < b >> 32;
  }
};

struct smaller {
  __host__ __device__ bool operator()(uint32_t a, uint32_t b) const {
    return a < b;
  }
};

#if defined PMPP_BASELINE_CUB
#include <cub/version.cuh>
PMPP_LIBRARY("CUB %d.%d.%d", CUB_MAJOR_VERSION, CUB_MINOR_VERSION, CUB_SUBMINOR_VERSION)
#if __has_include(                                                                                           \
    <cub/device/device_merge.cuh>) // from CUDA 12.8 on; before, this library has no tasks 1 and 2
#define HAS_MERGE
#include <cub/device/device_merge.cuh>
#endif
#include <cub/device/device_merge_sort.cuh>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_segmented_sort.cuh>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

// Sizes are 32 bits, so that CUB's offsets are too (lengths are below 2^30). CUB is called twice: to ask how much
// temporary storage it needs, and to work. The storage comes out of scratch, so that nothing is allocated while the
// clock runs.
template <typename F> static int with_scratch(uint32_t *scratch, int64_t n, F call) {
  size_t need = 0, have = sort_scratch(n) * sizeof *scratch;
  cudaError_t error = call((void *)nullptr, need);
  if (error != cudaSuccess) return error;
  return need <= have ? call((void *)scratch, have) : cudaErrorMemoryAllocation;
}

// Where the contract has no scratch: storage that is kept, and grows where a call needs more. The first call is not timed.
template <typename F> static int with_kept(F call) {
  static void *storage;
  static size_t have;
  size_t need = 0;
  cudaError_t error = call((void *)nullptr, need);
  if (error == cudaSuccess && need > have) {
    error = cudaFree(storage);
    storage = NULL, have = 0;
    if (error == cudaSuccess) error = cudaMalloc(&storage, need);
    if (error == cudaSuccess) have = need;
  }
  return error != cudaSuccess ? error : call(storage, need);
}

#ifdef HAS_MERGE
static int merge(const uint64_t *a, int64_t m, const uint64_t *b, int64_t n, uint64_t *out) {
  return with_kept([=](void *storage, size_t &bytes) {
    return cub::DeviceMerge::MergeKeys(storage, bytes, a, m, b, n, out, smaller_key());
  });
}
#endif

template <typename T, typename Less>
static int merge_sort(const T *in, int64_t n, uint32_t *scratch, T *out, Less less) {
  return with_scratch(scratch, n, [=](void *storage, size_t &bytes) {
    return cub::DeviceMergeSort::SortKeysCopy(storage, bytes, in, out, (uint32_t)n, less);
  });
}

template <typename T> static int radix_sort(const T *in, int64_t n, uint32_t *scratch, T *out) {
  return with_scratch(scratch, n, [=](void *storage, size_t &bytes) {
    return cub::DeviceRadixSort::SortKeys(storage, bytes, in, out, (uint32_t)n);
  });
}

struct tile_begin {
  int64_t n;
  __host__ __device__ int64_t operator()(int64_t tile) const {
    return tile * SORT_TILE < n ? tile * SORT_TILE : n;
  }
};

static int sort_tiles(const int *in, int64_t n, int *out) {
  int64_t tiles = (n + SORT_TILE - 1) / SORT_TILE;
  auto begin = thrust::make_transform_iterator(thrust::make_counting_iterator(int64_t(0)), tile_begin{n});
  return with_kept([=](void *storage, size_t &bytes) {
    return cub::DeviceSegmentedSort::SortKeys(storage, bytes, in, out, n, tiles, begin, begin + 1);
  });
}

// CUB 3.0 has no selection of the largest: all are sorted.
static int top_k(const int *in, int64_t n, int k, uint32_t *scratch, int *out) {
  int *sorted = (int *)scratch;
  size_t need = 0, have = (sort_scratch(n) - n) * sizeof *scratch;
  void *storage = scratch + (n + 63) / 64 * 64;
  cudaError_t error = cub::DeviceRadixSort::SortKeysDescending(NULL, need, in, sorted, (uint32_t)n);
  if (error != cudaSuccess) return error;
  if (need > have - 256) return cudaErrorMemoryAllocation;
  error = cub::DeviceRadixSort::SortKeysDescending(storage, need, in, sorted, (uint32_t)n);
  return error != cudaSuccess ? error
                              : cudaMemcpyAsync(out, sorted, k * sizeof *out, cudaMemcpyDeviceToDevice);
}

static int sort_pairs(const uint32_t *key, const uint32_t *value, int64_t n, uint32_t *scratch,
                      uint32_t *key_out, uint32_t *value_out) {
  return with_scratch(scratch, n, [=](void *storage, size_t &bytes) {
    return cub::DeviceRadixSort::SortPairs(storage, bytes, key, key_out, value, value_out, (uint32_t)n);
  });
}

#elif defined PMPP_BASELINE_THRUST
#define HAS_MERGE
#include <thrust/version.h>
PMPP_LIBRARY("Thrust %d.%d.%d", THRUST_MAJOR_VERSION, THRUST_MINOR_VERSION, THRUST_SUBMINOR_VERSION)
#include <thrust/copy.h>
#include <thrust/execution_policy.h>
#include <thrust/functional.h>
#include <thrust/merge.h>
#include <thrust/sort.h>
#include <thrust/tabulate.h>
#include <thrust/transform.h>

static int merge(const uint64_t *a, int64_t m, const uint64_t *b, int64_t n, uint64_t *out) {
  thrust::merge(thrust::device, a, a + m, b, b + n, out, smaller_key());
  return cudaGetLastError();
}

// With an order of our own thrust::stable_sort is a merge sort.
template <typename T, typename Less>
static int merge_sort(const T *in, int64_t n, uint32_t *, T *out, Less less) {
  thrust::copy(thrust::device, in, in + n, out);
  thrust::stable_sort(thrust::device, out, out + n, less);
  return cudaGetLastError();
}

template <typename T> static int radix_sort(const T *in, int64_t n, uint32_t *, T *out) {
  thrust::copy(thrust::device, in, in + n, out);
  thrust::sort(thrust::device, out, out + n);
  return cudaGetLastError();
}

// No sort by tiles: an element becomes a number of 64 bits with its tile on top; those are sorted.
struct with_tile {
  const int *in;
  __device__ uint64_t operator()(int64_t i) const {
    return (uint64_t)(i / SORT_TILE) << 32 | ((uint32_t)in[i] ^ 0x80000000u);
  }
};

struct without_tile {
  __device__ int operator()(uint64_t x) const {
    return (int)((uint32_t)x ^ 0x80000000u);
  }
};

static int sort_tiles(const int *in, int64_t n, int *out) {
  uint64_t *x = NULL;
  cudaError_t error = cudaMallocAsync(&x, (n + 1) * sizeof *x, 0);
  if (error != cudaSuccess) return error;
  thrust::tabulate(thrust::device, x, x + n, with_tile{in});
  thrust::sort(thrust::device, x, x + n);
  thrust::transform(thrust::device, x, x + n, out, without_tile());
  return cudaFreeAsync(x, 0);
}

// No selection of the largest: all are sorted.
static int top_k(const int *in, int64_t n, int k, uint32_t *scratch, int *out) {
  int *sorted = (int *)scratch;
  thrust::copy(thrust::device, in, in + n, sorted);
  thrust::sort(thrust::device, sorted, sorted + n, thrust::greater<int>());
  return cudaMemcpyAsync(out, sorted, k * sizeof *out, cudaMemcpyDeviceToDevice);
}

static int sort_pairs(const uint32_t *key, const uint32_t *value, int64_t n, uint32_t *, uint32_t *key_out,
                      uint32_t *value_out) {
  thrust::copy(thrust::device, key, key + n, key_out);
  thrust::copy(thrust::device, value, value + n, value_out);
  thrust::stable_sort_by_key(thrust::device, key_out, key_out + n, value_out);
  return cudaGetLastError();
}

#else
#error "define PMPP_BASELINE_CUB or PMPP_BASELINE_THRUST"
#endif

#ifdef HAS_MERGE
int sort_1_merge_sequential_ranges(const uint64_t *a, int64_t m, const uint64_t *b, int64_t n,
                                   uint64_t *out) {
  return merge(a, m, b, n, out);
}
int sort_2_merge_tiled(const uint64_t *a, int64_t m, const uint64_t *b, int64_t n, uint64_t *out) {
  return merge(a, m, b, n, out);
}
#endif
int sort_3_merge_sort(const uint32_t *in, int64_t n, uint32_t *scratch, uint32_t *out) {
  return merge_sort(in, n, scratch, out, smaller());
}
int sort_3_merge_sort_records(const uint64_t *in, int64_t n, uint32_t *scratch, uint64_t *out) {
  return merge_sort(in, n, scratch, out, smaller_key());
}
int sort_4_radix_1bit(const uint32_t *in, int64_t n, uint32_t *scratch, uint32_t *out) {
  return radix_sort(in, n, scratch, out);
}
int sort_5_radix_4bit(const uint32_t *in, int64_t n, uint32_t *scratch, uint32_t *out) {
  return radix_sort(in, n, scratch, out);
}
int sort_6_radix_onesweep(const uint32_t *in, int64_t n, uint32_t *scratch, uint32_t *out) {
  return radix_sort(in, n, scratch, out);
}
int sort_6_radix_onesweep_u64(const uint64_t *in, int64_t n, uint32_t *scratch, uint64_t *out) {
  return radix_sort(in, n, scratch, out);
}
int sort_7_bitonic(const int *in, int64_t n, int *out) {
  return sort_tiles(in, n, out);
}
int sort_7_top_k(const int *in, int64_t n, int k, uint32_t *scratch, int *out) {
  return top_k(in, n, k, scratch, out);
}
int sort_8_float_keys(const float *in, int64_t n, uint32_t *scratch, float *out) {
  return radix_sort(in, n, scratch, out);
}
int sort_8_int_keys(const int *in, int64_t n, uint32_t *scratch, int *out) {
  return radix_sort(in, n, scratch, out);
}
int sort_8_short_keys(const uint16_t *in, int64_t n, uint32_t *scratch, uint16_t *out) {
  return radix_sort(in, n, scratch, out);
}
int sort_8_byte_keys(const uint8_t *in, int64_t n, uint32_t *scratch, uint8_t *out) {
  return radix_sort(in, n, scratch, out);
}
int sort_9_pairs(const uint32_t *key, const uint32_t *value, int64_t n, uint32_t *scratch, uint32_t *key_out,
                 uint32_t *value_out) {
  return sort_pairs(key, value, n, scratch, key_out, value_out);
}
