// The CUDA runtime API but for memory: errors, the device, streams, events; and the emulator as a library.
// Everything runs at once and in order on the one emulated device.
#define _GNU_SOURCE
#include "machine.h"
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

static cudaError_t last_error;

void error_set(int error) {
  if (error) last_error = (cudaError_t)error;
}

// What a call returns: a device error that has come up before, else its own.
cudaError_t api_done(cudaError_t own) {
  machine_init();
  cudaError_t e = M.error ? (cudaError_t)M.error : own;
  error_set(e);
  return e;
}

// ---- errors ----

cudaError_t cudaPeekAtLastError(void) {
  return M.error ? (cudaError_t)M.error : last_error;
}
cudaError_t cudaGetLastError(void) {
  cudaError_t e = cudaPeekAtLastError();
  last_error = cudaSuccess;
  return e;
}
const char *cudaGetErrorString(cudaError_t error) {
  switch (error) {
#define EMU_X(name, value, text)                                                                             \
  case name:                                                                                                 \
    return text;
    EMU_CUDA_ERRORS(EMU_X)
#undef EMU_X
  }
  return "unrecognized error code";
}
const char *cudaGetErrorName(cudaError_t error) {
  switch (error) {
#define EMU_X(name, value, text)                                                                             \
  case name:                                                                                                 \
    return #name;
    EMU_CUDA_ERRORS(EMU_X)
#undef EMU_X
  }
  return "unrecognized error code";
}

// ---- the device: what a program may ask about the model, an A100 with little memory ----

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
cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *p, int device) {
  if (device != 0) return api_done(cudaErrorInvalidDevice);
  *p = (struct cudaDeviceProp){
      .name = "PMPP emulator (A100 model)",
      .totalGlobalMem = HEAP_LIMIT,
      .sharedMemPerBlock = SHARED_LIMIT,
      .sharedMemPerMultiprocessor = 164 << 10,
      .sharedMemPerBlockOptin = SHARED_LIMIT,
      .totalConstMem = 64 << 10,
      .regsPerBlock = 65536,
      .regsPerMultiprocessor = 65536,
      .warpSize = WARP,
      .maxThreadsPerBlock = MAX_BLOCK,
      .maxThreadsDim = {1024, 1024, 64},
      .maxGridSize = {2147483647, 65535, 65535},
      .major = 8,
      .minor = 0,
      .multiProcessorCount = 108,
      .maxThreadsPerMultiProcessor = 2048,
      .maxBlocksPerMultiProcessor = 32,
      .memoryBusWidth = 5120,
      .l2CacheSize = 40 << 20,
      .unifiedAddressing = 1,
  };
  return api_done(cudaSuccess);
}
cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device) {
  struct cudaDeviceProp p;
  cudaError_t e = cudaGetDeviceProperties(&p, device);
  if (e) return e;
  switch (attribute) {
  case cudaDevAttrMaxThreadsPerBlock:
    *value = p.maxThreadsPerBlock;
    break;
  case cudaDevAttrMaxBlockDimX:
    *value = p.maxThreadsDim[0];
    break;
  case cudaDevAttrMaxGridDimX:
    *value = p.maxGridSize[0];
    break;
  case cudaDevAttrMaxSharedMemoryPerBlock:
    *value = (int)p.sharedMemPerBlock;
    break;
  case cudaDevAttrWarpSize:
    *value = p.warpSize;
    break;
  case cudaDevAttrMultiProcessorCount:
    *value = p.multiProcessorCount;
    break;
  case cudaDevAttrL2CacheSize:
    *value = p.l2CacheSize;
    break;
  case cudaDevAttrMaxThreadsPerMultiProcessor:
    *value = p.maxThreadsPerMultiProcessor;
    break;
  case cudaDevAttrComputeCapabilityMajor:
    *value = p.major;
    break;
  case cudaDevAttrComputeCapabilityMinor:
    *value = p.minor;
    break;
  default:
    return api_done(cudaErrorInvalidValue);
  }
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

// ---- the emulator as a library ----

void emu_embed(void) {
  machine_init();
  M.embedded = true;
}

void emu_report_reset(void) {
  memset(&emu_the_report, 0, sizeof emu_the_report);
  hazards_reset();
  M.error = 0;
  last_error = cudaSuccess;
}

const struct emu_report *emu_report_get(void) {
  return &emu_the_report;
}
