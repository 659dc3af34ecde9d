// The timing test's fixture: the same work done openly, and in ways that a careless clock would not see.
#include "worker/contract.h"
#include <cuda_runtime.h>

PMPP_CONTRACT_BEGIN
int timing_plain(const int *in, int *out, int64_t n);
int timing_stream(const int *in, int *out, int64_t n);
int timing_wait(const int *in, int *out, int64_t n);
int timing_leak(const int *in, int *out, int64_t n);
int timing_beyond(const int *in, int *out, int64_t n);
int timing_before(const int *in, int *out, int64_t n);
int timing_late(const int *in, int *out, int64_t n);
int timing_ready(int *plan);
int timing_planned(const int *in, const int *plan, int *out, int64_t n);
PMPP_CONTRACT_END

static __global__ void increment(const int *in, int *out, int64_t n) {
  int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] + 1;
}

static __global__ void store(int *p, int64_t i) {
  p[i] = 0x12345678;
}

static int on(cudaStream_t stream, const int *in, int *out, int64_t n) {
  increment<<<(unsigned)((n + 255) / 256), 256, 0, stream>>>(in, out, n);
  return cudaGetLastError();
}

// On the default stream, as contracts demand.
int timing_plain(const int *in, int *out, int64_t n) {
  return on(0, in, out, n);
}

// On a stream that the default stream does not wait for.
int timing_stream(const int *in, int *out, int64_t n) {
  static cudaStream_t stream;
  cudaError_t e = stream ? cudaSuccess : cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  return e ? e : on(stream, in, out, n);
}

// Waits for the device before it returns.
int timing_wait(const int *in, int *out, int64_t n) {
  int e = on(0, in, out, n);
  return e ? e : cudaDeviceSynchronize();
}

int timing_leak(const int *in, int *out, int64_t n) {
  void *lost;
  cudaError_t e = cudaMalloc(&lost, 8 << 20);
  return e ? e : on(0, in, out, n);
}

int timing_beyond(const int *, int *out, int64_t n) {
  store<<<1, 1>>>(out, n);
  return cudaGetLastError();
}

int timing_before(const int *, int *out, int64_t) {
  store<<<1, 1>>>(out, -1);
  return cudaGetLastError();
}

static __global__ void increment_by(const int *in, const int *by, int *out, int64_t n) {
  int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] + *by;
}

// Leaves how often it was called.
int timing_ready(int *plan) {
  static int calls;
  calls++;
  return cudaMemcpy(plan, &calls, sizeof calls, cudaMemcpyHostToDevice);
}

int timing_planned(const int *in, const int *plan, int *out, int64_t n) {
  increment_by<<<(unsigned)((n + 255) / 256), 256>>>(in, plan, out, n);
  return cudaGetLastError();
}

// Returns an error that only the synchronise after it could tell: an address nobody has.
int timing_late(const int *, int *, int64_t) {
  store<<<1, 1>>>((int *)16, 0);
  return cudaGetLastError();
}
