// The libraries behind lab 05's contract: scans by key for the tiles, scans, selections, counting and a scan.
// Compiled with -DPMPP_BASELINE_CUB or -DPMPP_BASELINE_THRUST.
#include "scan.h"
#include "worker/library.h"
#include <cuda/std/functional>
#include <cuda_runtime.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

// Tile i / 512 is the key of element i: nothing is loaded for it.
struct tile_of {
  __host__ __device__ int64_t operator()(int64_t i) const {
    return i / SCAN_TILE;
  }
};

struct positive {
  __host__ __device__ bool operator()(int x) const {
    return x > 0;
  }
};

struct count_row {
  int *row_ptr;
  __device__ void operator()(int row) const {
    atomicAdd(&row_ptr[row], 1);
  }
};

static auto tile_keys() {
  return thrust::make_transform_iterator(thrust::make_counting_iterator(int64_t(0)), tile_of());
}

#if defined PMPP_BASELINE_CUB
#include <cub/version.cuh>
PMPP_LIBRARY("CUB %d.%d.%d", CUB_MAJOR_VERSION, CUB_MINOR_VERSION, CUB_SUBMINOR_VERSION)
#if __has_include(<cub/device/device_for.cuh>) // from CUDA 12.5 on; before, this library has no task 9
#define HAS_FOR
#include <cub/device/device_for.cuh>
#endif
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>

// CUB is called twice: to ask how much temporary storage it needs, and to work. The storage comes out of
// scratch, so that nothing is allocated while the clock runs.
template <typename F> static int with_storage(void *scratch, size_t have, F call) {
  size_t need = 0;
  cudaError_t error = call((void *)nullptr, need);
  if (error != cudaSuccess) return error;
  return need <= have ? call(scratch, have) : cudaErrorMemoryAllocation;
}

// The contract of the tiles has no scratch: storage of the stream's pool, freed in the same order.
static int tile_scan(const float *in, int64_t n, bool exclusive, float *out) {
  auto call = [=](void *storage, size_t &bytes) {
    return exclusive ? cub::DeviceScan::ExclusiveSumByKey(storage, bytes, tile_keys(), in, out, n)
                     : cub::DeviceScan::InclusiveSumByKey(storage, bytes, tile_keys(), in, out, n);
  };
  size_t need = 0;
  void *storage = NULL;
  cudaError_t error = call(NULL, need);
  if (error == cudaSuccess) error = cudaMallocAsync(&storage, need, 0);
  if (error == cudaSuccess) error = call(storage, need);
  cudaError_t freed = storage ? cudaFreeAsync(storage, 0) : cudaSuccess;
  return error != cudaSuccess ? error : freed;
}

template <typename T>
static int whole_scan(const T *in, int64_t n, int exclusive, void *scratch, size_t have, T *out) {
  return with_storage(scratch, have, [=](void *storage, size_t &bytes) {
    return exclusive ? cub::DeviceScan::ExclusiveSum(storage, bytes, in, out, n)
                     : cub::DeviceScan::InclusiveSum(storage, bytes, in, out, n);
  });
}

static int compaction(const int *in, int64_t n, uint64_t *scratch, int *out, int64_t *count) {
  return with_storage(scratch, scan_words(n) * sizeof *scratch, [=](void *storage, size_t &bytes) {
    return cub::DeviceSelect::If(storage, bytes, in, out, count, n, positive());
  });
}

#ifdef HAS_FOR
static int csr_build(const int *row, int64_t entries, int64_t rows, uint64_t *scratch, int *row_ptr) {
  cudaError_t error = cudaMemsetAsync(row_ptr, 0, (rows + 1) * sizeof *row_ptr);
  if (error == cudaSuccess) error = cub::DeviceFor::ForEachN(row, entries, count_row{row_ptr});
  if (error != cudaSuccess) return error;
  return whole_scan(row_ptr, rows + 1, 1, scratch, scan_words(rows + 1) * sizeof *scratch, row_ptr);
}
#endif

#elif defined PMPP_BASELINE_THRUST
#define HAS_FOR
#include <thrust/version.h>
PMPP_LIBRARY("Thrust %d.%d.%d", THRUST_MAJOR_VERSION, THRUST_MINOR_VERSION, THRUST_SUBMINOR_VERSION)
#include <thrust/copy.h>
#include <thrust/device_ptr.h>
#include <thrust/execution_policy.h>
#include <thrust/fill.h>
#include <thrust/for_each.h>
#include <thrust/scan.h>

template <typename T> static thrust::device_ptr<T> device(T *p) {
  return thrust::device_ptr<T>(p);
}

static int tile_scan(const float *in, int64_t n, bool exclusive, float *out) {
  auto keys = tile_keys();
  if (exclusive)
    thrust::exclusive_scan_by_key(thrust::device, keys, keys + n, in, out);
  else
    thrust::inclusive_scan_by_key(thrust::device, keys, keys + n, in, out);
  return cudaGetLastError();
}

template <typename T> static int whole_scan(const T *in, int64_t n, int exclusive, void *, size_t, T *out) {
  if (exclusive)
    thrust::exclusive_scan(device(in), device(in) + n, device(out));
  else
    thrust::inclusive_scan(device(in), device(in) + n, device(out));
  return cudaGetLastError();
}

// The number of elements kept comes back to the host, and goes from there to *count.
static int compaction(const int *in, int64_t n, uint64_t *, int *out, int64_t *count) {
  int64_t kept = thrust::copy_if(device(in), device(in) + n, device(out), positive()) - device(out);
  return cudaMemcpy(count, &kept, sizeof kept, cudaMemcpyHostToDevice);
}

static int csr_build(const int *row, int64_t entries, int64_t rows, uint64_t *, int *row_ptr) {
  thrust::fill(device(row_ptr), device(row_ptr) + rows + 1, 0);
  thrust::for_each(device(row), device(row) + entries, count_row{row_ptr});
  return whole_scan(row_ptr, rows + 1, 1, NULL, 0, row_ptr);
}

#else
#error "define PMPP_BASELINE_CUB or PMPP_BASELINE_THRUST"
#endif

int scan_1_hillis_steele(const float *in, int64_t n, float *out) {
  return tile_scan(in, n, false, out);
}
int scan_2_kogge_stone(const float *in, int64_t n, float *out) {
  return tile_scan(in, n, false, out);
}
int scan_3_brent_kung(const float *in, int64_t n, float *out) {
  return tile_scan(in, n, true, out);
}
int scan_4_sklansky(const float *in, int64_t n, float *out) {
  return tile_scan(in, n, false, out);
}
int scan_5_warp_shuffle(const float *in, int64_t n, float *out) {
  return tile_scan(in, n, false, out);
}
int scan_6_three_phase(const float *in, int64_t n, float *scratch, float *out) {
  return whole_scan(in, n, 0, scratch, scan_sums(n) * sizeof *scratch, out);
}
int scan_7_look_back(const float *in, int64_t n, int exclusive, uint64_t *scratch, float *out) {
  return whole_scan(in, n, exclusive, scratch, scan_words(n) * sizeof *scratch, out);
}
int scan_7_look_back_int(const int *in, int64_t n, int exclusive, uint64_t *scratch, int *out) {
  return whole_scan(in, n, exclusive, scratch, scan_words(n) * sizeof *scratch, out);
}
int scan_8_stream_compaction(const int *in, int64_t n, uint64_t *scratch, int *out, int64_t *count) {
  return compaction(in, n, scratch, out, count);
}
#ifdef HAS_FOR
int scan_9_csr_build(const int *row, int64_t entries, int64_t rows, uint64_t *scratch, int *row_ptr) {
  return csr_build(row, entries, rows, scratch, row_ptr);
}
#endif
