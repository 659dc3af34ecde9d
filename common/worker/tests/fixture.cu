// The worker's test fixture: one function for each thing that an implementation may do to a worker.
#include "fixture.h"
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

int fixture_good(const int *in, int *out, int64_t n) {
  if (n == 0) return 0;
  increment<<<(unsigned)((n + 31) / 32), 32>>>(in, out, n);
  return cudaGetLastError();
}

// Both have at least 100 elements.
int fixture_ready(const int *in, int *plan) {
  return cudaMemcpy(plan, in, 100 * sizeof *plan, cudaMemcpyDeviceToDevice);
}

int fixture_good_after(const int *plan, int *out, int64_t n) {
  return fixture_good(plan, out, n);
}

int fixture_spoil(const int *in, int *out, int64_t n) {
  int e = fixture_good(in, out, n);
  store<<<1, 1>>>((int *)in, n - 1);
  return e;
}

int fixture_spoil_after(int *plan, int *out, int64_t n) {
  return fixture_spoil(plan, out, n);
}

int fixture_todo(const int *, int *, int64_t) {
  return PMPP_TODO;
}

int fixture_error(const int *, int *, int64_t) {
  return cudaErrorInvalidValue;
}

int fixture_strange(const int *, int *, int64_t) {
  return -7;
}

int fixture_bad_launch(const int *in, int *out, int64_t n) {
  increment<<<1, 4096>>>(in, out, n);
  return 0;
}

int fixture_beyond(const int *, int *out, int64_t n) {
  store<<<1, 1>>>(out, n);
  return 0;
}

int fixture_before(const int *, int *out, int64_t) {
  store<<<1, 1>>>(out, -1);
  return 0;
}

int fixture_unwritten(const int *, int *out, int64_t) {
  add_to<<<1, 1>>>(out, 0);
  return 0;
}

int fixture_leak(const int *in, int *out, int64_t n) {
  void *lost;
  cudaError_t e = cudaMalloc(&lost, 100);
  return e ? e : fixture_good(in, out, n);
}

int fixture_host(const int *in, int *out, int64_t n) {
  for (int64_t i = 0; i < n; i++) {
    out[i] = in[i] + 1;
    ((int *)in)[i] = 0;
  }
  return 0;
}

int fixture_host_beyond(const int *, int *out, int64_t n) {
  out[n] = 0x12345678;
  return 0;
}

int fixture_host_before(const int *, int *out, int64_t) {
  out[-1] = 0x12345678;
  return 0;
}

int fixture_devices(const int *in, int *out, int64_t n) {
  int count = 0;
  cudaError_t e = cudaGetDeviceCount(&count);
  if (!e) e = cudaSetDevice(count - 1);
  if (!e && count == 3) e = cudaDeviceEnablePeerAccess(0, 0);
  return e ? e : fixture_good(in, out, n);
}

int fixture_update(int *inout, int64_t n) {
  return fixture_good(inout, inout, n);
}
