// The calls of CUDA's runtime that a rank on a GPU takes, where there is none: a device's memory is a part of this array.
#include "worker/allocations.h"
#include "worker/backend.h"
#include "worker/call.h"
#include <cuda_runtime_api.h>
#include "worker/transfer.h"
#include <string.h>

static _Alignas(256) char memory[1 << 16];
static size_t used;

cudaError_t cudaMalloc(void **pointer, size_t bytes) {
  *pointer = memory + used;
  used += (bytes + 255) / 256 * 256;
  return used <= sizeof memory ? cudaSuccess : cudaErrorMemoryAllocation;
}
int64_t allocations_held(void) {
  return (int64_t)used;
}
cudaError_t cudaFree(void *pointer) {
  (void)pointer;
  return cudaSuccess;
}
cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind) {
  (void)kind;
  memcpy(to, from, bytes);
  return cudaSuccess;
}
cudaError_t cudaMemset(void *pointer, int value, size_t bytes) {
  memset(pointer, value, bytes);
  return cudaSuccess;
}
cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *a, const void *pointer) {
  uintptr_t at = (uintptr_t)pointer - (uintptr_t)memory;
  a->type = at < sizeof memory ? cudaMemoryTypeDevice : cudaMemoryTypeUnregistered;
  a->device = 0;
  return cudaSuccess;
}
cudaError_t cudaGetDeviceCount(int *count) {
  *count = 1;
  return cudaSuccess;
}
cudaError_t cudaSetDevice(int device) {
  return device ? cudaErrorInvalidDevice : cudaSuccess;
}
cudaError_t cudaDeviceSynchronize(void) {
  return cudaSuccess;
}
cudaError_t cudaGetLastError(void) {
  return cudaSuccess;
}
cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device) {
  (void)attribute, (void)device;
  *value = 1;
  return cudaSuccess;
}
cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *p, int device) {
  (void)device;
  memset(p, 0, sizeof *p);
  strcpy(p->name, "no GPU");
  return cudaSuccess;
}
cudaError_t cudaRuntimeGetVersion(int *version) {
  *version = 13000;
  return cudaSuccess;
}
cudaError_t cudaDriverGetVersion(int *version) {
  *version = 13000;
  return cudaSuccess;
}
const char *cudaGetErrorName(cudaError_t error) {
  return error ? "an error" : "cudaSuccess";
}
const char *cudaGetErrorString(cudaError_t error) {
  return cudaGetErrorName(error);
}

// ---- of transfer.cu and digest.cu: plain copies, and each byte is compared ----

int transfer_to_device(void *device, const void *host, size_t bytes) {
  return cudaMemcpy(device, host, bytes, cudaMemcpyHostToDevice);
}
int transfer_to_host(void *host, const void *device, size_t bytes) {
  return cudaMemcpy(host, device, bytes, cudaMemcpyDeviceToHost);
}

int device_digest(const void *device, size_t bytes, uint64_t *digest) {
  (void)device, (void)bytes, (void)digest;
  return cudaErrorNotSupported;
}

// ---- of sample.c: nothing is timed here ----

void sample_load(const struct pmpp_request *request, const struct memory *m, struct pmpp_reply *reply) {
  (void)request, (void)m, (void)reply;
}
void sample_run(const struct pmpp_request *request, const struct memory *m, struct pmpp_reply *reply) {
  (void)request, (void)m, (void)reply;
}
void sample_unload(struct pmpp_reply *reply) {
  (void)reply;
}
void sample_copy(const struct pmpp_request *request, struct pmpp_reply *reply) {
  (void)request, (void)reply;
}
