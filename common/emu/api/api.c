// The CUDA runtime API but for memory: errors, the device, streams, events.
// Everything runs at once and in order on the one emulated device.
#define _GNU_SOURCE
#include "check/hazard.h"
#include "memory/result.h"
#include "runtime/error.h"
#include "runtime/launch.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define HERE ((uint32_t)(uintptr_t)__builtin_return_address(0))

struct EmuStream {
  int unused;
};
struct EmuEvent {
  struct timespec at;
  int recorded;
};

// ---- errors ----

cudaError_t cudaPeekAtLastError(void) {
  return error_last(false);
}
cudaError_t cudaGetLastError(void) {
  return error_last(true);
}

// ---- the device: there is one; device.c describes it ----

cudaError_t cudaGetDeviceCount(int *count) {
  *count = 1;
  return api_done(cudaSuccess);
}
cudaError_t cudaGetDevice(int *device) {
  *device = 0;
  return api_done(cudaSuccess);
}
cudaError_t cudaSetDevice(int device) {
  return api_done(device == 0 ? cudaSuccess : cudaErrorInvalidDevice);
}
cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *properties) {
  (void)properties;
  *device = 0;
  return api_done(cudaSuccess);
}
cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer) {
  *can = 0;
  return api_done(device == 0 && peer == 0 ? cudaSuccess : cudaErrorInvalidDevice);
}
cudaError_t cudaSetDeviceFlags(unsigned flags) {
  (void)flags;
  return api_done(cudaSuccess);
}
static size_t limits[cudaLimitCount_] = {
    [cudaLimitStackSize] = 1024, [cudaLimitPrintfFifoSize] = 1 << 20, [cudaLimitMallocHeapSize] = 8 << 20};
cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit) {
  if ((unsigned)limit >= cudaLimitCount_) return api_done(cudaErrorInvalidValue);
  *value = limits[limit];
  return api_done(cudaSuccess);
}
cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value) { // remembered; nothing depends on it
  if ((unsigned)limit >= cudaLimitCount_) return api_done(cudaErrorInvalidValue);
  limits[limit] = value;
  return api_done(cudaSuccess);
}
cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config) {
  (void)config;
  return api_done(cudaSuccess);
}
cudaError_t cudaProfilerStart(void) {
  return api_done(cudaSuccess);
}
cudaError_t cudaProfilerStop(void) {
  return api_done(cudaSuccess);
}
cudaError_t cudaDeviceSynchronize(void) {
  return api_done(cudaSuccess);
}
cudaError_t cudaDeviceReset(void) {
  return api_done(cudaSuccess);
}
cudaError_t cudaDriverGetVersion(int *version) {
  *version = CUDART_VERSION;
  return api_done(cudaSuccess);
}
cudaError_t cudaRuntimeGetVersion(int *version) {
  return cudaDriverGetVersion(version);
}

// ---- streams and events ----

cudaError_t cudaStreamCreate(cudaStream_t *stream) {
  *stream = calloc(1, sizeof **stream);
  return api_done(*stream ? cudaSuccess : cudaErrorMemoryAllocation);
}
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags) {
  (void)flags;
  return cudaStreamCreate(stream);
}
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned flags, int priority) {
  (void)flags, (void)priority;
  return cudaStreamCreate(stream);
}
cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest) {
  if (least) *least = 0;
  if (greatest) *greatest = -5;
  return api_done(cudaSuccess);
}
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void *data,
                                  unsigned flags) {
  (void)flags;
  callback(stream, L.error ? (cudaError_t)L.error : cudaSuccess, data);
  return api_done(cudaSuccess);
}
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *data) {
  (void)stream;
  if (!L.error) function(data);
  return api_done(cudaSuccess);
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  if (!stream || stream == cudaStreamLegacy || stream == cudaStreamPerThread)
    return api_done(cudaErrorInvalidResourceHandle);
  free(stream);
  return api_done(cudaSuccess);
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  (void)stream;
  return api_done(cudaSuccess);
}
cudaError_t cudaStreamQuery(cudaStream_t stream) {
  (void)stream;
  return api_done(cudaSuccess);
}
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags) {
  (void)stream, (void)flags;
  return api_done(event ? cudaSuccess : cudaErrorInvalidResourceHandle);
}
cudaError_t cudaEventCreate(cudaEvent_t *event) {
  *event = calloc(1, sizeof **event);
  return api_done(*event ? cudaSuccess : cudaErrorMemoryAllocation);
}
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags) {
  (void)flags;
  return cudaEventCreate(event);
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
  if (!event) return api_done(cudaErrorInvalidResourceHandle);
  free(event);
  return api_done(cudaSuccess);
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  (void)stream;
  if (!event) return api_done(cudaErrorInvalidResourceHandle);
  clock_gettime(CLOCK_MONOTONIC, &event->at);
  event->recorded = 1;
  return api_done(cudaSuccess);
}
cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  return api_done(event ? cudaSuccess : cudaErrorInvalidResourceHandle);
}
cudaError_t cudaEventQuery(cudaEvent_t event) {
  return cudaEventSynchronize(event);
}
cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t end) {
  if (!start || !end || !start->recorded || !end->recorded) return api_done(cudaErrorInvalidResourceHandle);
  *ms = (float)((double)(end->at.tv_sec - start->at.tv_sec) * 1e3 +
                (double)(end->at.tv_nsec - start->at.tv_nsec) * 1e-6);
  return api_done(cudaSuccess);
}
