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

// The error of a launch that nobody has read yet.
static struct {
  cudaError_t error; // cudaSuccess: there is none
  uint32_t pc;
  const char *kernel;
  bool stays; // of a kernel that ended itself: every call returns it from then on
  char reason[160];
} unread;

static void report_unread(const char *fate) {
  const char *running = M.kernel;
  M.kernel = unread.kernel;
  hazard(EMU_HAZARD_UNREAD, (struct party){unread.pc, ~0ull, ~0u}, NULL, NULL, "%s: %s (%s); %s",
         unread.stays ? "the kernel ended itself" : "the kernel did not run", unread.reason,
         cudaGetErrorName(unread.error), fate);
  M.kernel = running;
  unread.error = cudaSuccess;
}

static void note_unread(int error, uint32_t pc, const char *reason, bool stays) {
  if (unread.error) return; // the first one is what went wrong
  unread.error = (cudaError_t)error;
  unread.pc = pc;
  unread.kernel = M.kernel;
  unread.stays = stays;
  snprintf(unread.reason, sizeof unread.reason, "%s", reason);
}

void error_set(int error) {
  if (!error) return;
  if (unread.error && unread.error != (cudaError_t)error && !M.error) {
    char fate[100];
    snprintf(fate, sizeof fate, "%s of a later call took its place before the program asked",
             cudaGetErrorName((cudaError_t)error));
    report_unread(fate);
  }
  last_error = (cudaError_t)error;
}

void error_of_launch(int error, uint32_t pc, const char *reason) {
  error_set(error);
  note_unread(error, pc, reason, false);
}

void error_of_kernel(int error, uint32_t pc, const char *reason) {
  if (unread.error) report_unread("a later kernel's error took its place before the program asked");
  M.error = error;
  note_unread(error, pc, reason, true);
}

void errors_unread(void) {
  if (unread.error) report_unread("the program ended without asking");
}

static void keep_first(cudaError_t error) {
  struct emu_error *e = &emu_the_report.error;
  if (!error || e->code) return;
  e->code = (int32_t)error;
  snprintf(e->name, sizeof e->name, "%s", cudaGetErrorName(error));
  symbolise_caller(e->at.file, sizeof e->at.file, &e->at.line);
}

// What a call returns: a device error that has come up before, else its own.
cudaError_t api_done(cudaError_t own) {
  machine_init();
  cudaError_t e = M.error ? (cudaError_t)M.error : own;
  if (unread.stays) unread.error = cudaSuccess; // told to who called; whether they look cannot be seen
  keep_first(e);
  error_set(e);
  return e;
}

// ---- errors ----

cudaError_t cudaPeekAtLastError(void) {
  unread.error = cudaSuccess;
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
  callback(stream, M.error ? (cudaError_t)M.error : cudaSuccess, data);
  return api_done(cudaSuccess);
}
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *data) {
  (void)stream;
  if (!M.error) function(data);
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

// ---- the emulator as a library ----

void emu_embed(void) {
  machine_init();
  M.embedded = true;
}

void emu_report_reset(void) {
  memset(&emu_the_report, 0, sizeof emu_the_report);
  hazards_reset();
  M.error = 0;
  unread.error = last_error = cudaSuccess;
}

const struct emu_report *emu_report_get(void) {
  return &emu_the_report;
}
