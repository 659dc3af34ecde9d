// The libraries behind lab 04's contract: every stage answers with the same CUB or Thrust call.
// Compiled with -DPMPP_BASELINE_CUB or -DPMPP_BASELINE_THRUST.
#include "reduce.h"
#include "worker/library.h"
#include <cuda_runtime.h>

#if defined PMPP_BASELINE_CUB
#include <cub/version.cuh>
PMPP_LIBRARY("CUB %d.%d.%d", CUB_MAJOR_VERSION, CUB_MINOR_VERSION, CUB_SUBMINOR_VERSION)
#include <cub/device/device_reduce.cuh>

// CUB's temporary storage comes out of scratch, so that nothing is allocated while the clock runs.
template <typename T> static int library_sum(const T *in, int64_t n, T *scratch, T *out) {
  size_t need = 0, have = reduce_scratch(n) * sizeof(T);
  cudaError_t error = cub::DeviceReduce::Sum(nullptr, need, in, out, n);
  if (error != cudaSuccess) return error;
  if (need > have) return cudaErrorMemoryAllocation;
  return cub::DeviceReduce::Sum(scratch, have, in, out, n);
}

#elif defined PMPP_BASELINE_THRUST
#include <thrust/version.h>
PMPP_LIBRARY("Thrust %d.%d.%d", THRUST_MAJOR_VERSION, THRUST_MINOR_VERSION, THRUST_SUBMINOR_VERSION)
#include <thrust/device_ptr.h>
#include <thrust/reduce.h>

// Thrust allocates its own temporary storage, waits for the sum and hands it to the host; from there it goes
// back.
template <typename T> static int library_sum(const T *in, int64_t n, T *, T *out) {
  thrust::device_ptr<const T> first(in);
  T sum = thrust::reduce(first, first + n);
  return cudaMemcpy(out, &sum, sizeof sum, cudaMemcpyHostToDevice);
}

#else
#error "define PMPP_BASELINE_CUB or PMPP_BASELINE_THRUST"
#endif

int reduce_1_interleaved(const float *in, int64_t n, float *scratch, float *out) {
  return library_sum(in, n, scratch, out);
}
int reduce_2_strided_index(const float *in, int64_t n, float *scratch, float *out) {
  return library_sum(in, n, scratch, out);
}
int reduce_3_sequential(const float *in, int64_t n, float *scratch, float *out) {
  return library_sum(in, n, scratch, out);
}
int reduce_4_first_add(const float *in, int64_t n, float *scratch, float *out) {
  return library_sum(in, n, scratch, out);
}
int reduce_5_unroll_last_warp(const float *in, int64_t n, float *scratch, float *out) {
  return library_sum(in, n, scratch, out);
}
int reduce_6_shuffle(const float *in, int64_t n, float *scratch, float *out) {
  return library_sum(in, n, scratch, out);
}
int reduce_7_multi_block(const float *in, int64_t n, float *scratch, float *out) {
  return library_sum(in, n, scratch, out);
}
int reduce_7_multi_block_int(const int *in, int64_t n, int *scratch, int *out) {
  return library_sum(in, n, scratch, out);
}
