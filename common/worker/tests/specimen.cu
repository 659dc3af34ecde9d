// The worker's test specimen: one function for each thing that an implementation may do to a worker.
#include "specimen.h"
#include <cuda_runtime.h>

static __global__ void increment(const int *in, int *out, int64_t n) {
  int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] + 1;
}

static __global__ void store(int *p, int64_t i) {
  p[i] = 0x12345678;
}

static __global__ void add_to(int *p, int64_t i) {
  p[i] += 1;
}

int specimen_good(const int *in, int *out, int64_t n) {
  if (n == 0) return 0;
  increment<<<(unsigned)((n + 31) / 32), 32>>>(in, out, n);
  return cudaGetLastError();
}

// Both have at least 100 elements.
int specimen_ready(const int *in, int *plan) {
  return cudaMemcpy(plan, in, 100 * sizeof *plan, cudaMemcpyDeviceToDevice);
}

int specimen_good_after(const int *plan, int *out, int64_t n) {
  return specimen_good(plan, out, n);
}

int specimen_spoil(const int *in, int *out, int64_t n) {
  int e = specimen_good(in, out, n);
  store<<<1, 1>>>((int *)in, n - 1);
  return e;
}

int specimen_spoil_after(int *plan, int *out, int64_t n) {
  return specimen_spoil(plan, out, n);
}

int specimen_todo(const int *, int *, int64_t) {
  return PMPP_TODO;
}

int specimen_error(const int *, int *, int64_t) {
  return cudaErrorInvalidValue;
}

int specimen_strange(const int *, int *, int64_t) {
  return -7;
}

int specimen_bad_launch(const int *in, int *out, int64_t n) {
  increment<<<1, 4096>>>(in, out, n);
  return 0;
}

int specimen_beyond(const int *, int *out, int64_t n) {
  store<<<1, 1>>>(out, n);
  return 0;
}

int specimen_before(const int *, int *out, int64_t) {
  store<<<1, 1>>>(out, -1);
  return 0;
}

int specimen_unwritten(const int *, int *out, int64_t) {
  add_to<<<1, 1>>>(out, 0);
  return 0;
}

int specimen_leak(const int *in, int *out, int64_t n) {
  void *lost;
  cudaError_t e = cudaMalloc(&lost, 100);
  return e ? e : specimen_good(in, out, n);
}

int specimen_host(const int *in, int *out, int64_t n) {
  for (int64_t i = 0; i < n; i++) {
    out[i] = in[i] + 1;
    ((int *)in)[i] = 0;
  }
  return 0;
}

int specimen_host_beyond(const int *, int *out, int64_t n) {
  out[n] = 0x12345678;
  return 0;
}

int specimen_host_before(const int *, int *out, int64_t) {
  out[-1] = 0x12345678;
  return 0;
}

int specimen_update(int *inout, int64_t n) {
  return specimen_good(inout, inout, n);
}
