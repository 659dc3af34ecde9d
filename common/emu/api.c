// The CUDA runtime API of the emulator. Everything runs at once and in order on the one emulated device.
#define _GNU_SOURCE
#include "include/cuda_runtime_api.h"
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
static cudaError_t done(cudaError_t own) {
  machine_init();
  cudaError_t e = M.error ? (cudaError_t)M.error : own;
  error_set(e);
  return e;
}

static void refuse(uint32_t pc, const char *what) {
  hazard(EMU_HAZARD_BAD_COPY, (struct party){pc, ~0ull, ~0u}, NULL, NULL, "%s", what);
}

// ---- errors
// ------------------------------------------------------------------------------------------------

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

// ---- memory
// ------------------------------------------------------------------------------------------------

cudaError_t cudaMalloc(void **pointer, size_t bytes) {
  if (!pointer) return done(cudaErrorInvalidValue);
  machine_init();
  uint64_t address = 0;
  int error = M.error ? 0 : heap_allocate(bytes, HERE, &address);
  if (!M.error) *pointer = (void *)address;
  return done((cudaError_t)error);
}

cudaError_t cudaFree(void *pointer) {
  machine_init();
  return done((cudaError_t)heap_free((uint64_t)pointer, HERE));
}

cudaError_t cudaMallocHost(void **pointer, size_t bytes) {
  *pointer = malloc(bytes ? bytes : 1);
  return done(*pointer ? cudaSuccess : cudaErrorMemoryAllocation);
}
cudaError_t cudaHostAlloc(void **pointer, size_t bytes, unsigned flags) {
  if (flags & cudaHostAllocMapped) {
    fprintf(stderr, "emu: cudaHostAllocMapped: mapped host memory is not part of the emulator\n");
    return done(cudaErrorNotSupported);
  }
  return cudaMallocHost(pointer, bytes);
}
cudaError_t cudaFreeHost(void *pointer) {
  free(pointer);
  return done(cudaSuccess);
}

static bool on_device(uint64_t address) {
  return heap_has(address) || image_section(address) != SECTION_NONE;
}

// One end of a copy: the side that the direction names, and room for all the bytes.
static bool end_ok(uint64_t address, size_t bytes, bool want_device, const char *end, uint32_t pc) {
  struct party at = {pc, ~0ull, ~0u};
  if (on_device(address) != want_device) {
    hazard(EMU_HAZARD_BAD_COPY, at, NULL, NULL,
           "the direction says that the %s is %s memory, but it is %s memory", end,
           want_device ? "device" : "host", want_device ? "host" : "device");
    return false;
  }
  if (!want_device || !heap_has(address) || heap_range_ok(address, bytes)) return true;
  const struct allocation *a = heap_find(address);
  if (a && a->freed) {
    struct party freed = {a->free_pc, ~0ull, ~0u};
    hazard(EMU_HAZARD_USE_AFTER_FREE, at, &freed, NULL, "the %s has been freed", end);
  } else {
    hazard(EMU_HAZARD_BAD_COPY, at, NULL, "the third argument counts bytes: elements times sizeof",
           "%zu bytes do not fit the %s: its buffer has %llu bytes from there", bytes, end,
           a && address < a->address + a->bytes ? (unsigned long long)(a->address + a->bytes - address)
                                                : 0ull);
  }
  return false;
}

static cudaError_t copy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind, uint32_t pc) {
  machine_init();
  if (M.error) return done(cudaSuccess);
  if (bytes == 0) return done(cudaSuccess);
  uint64_t t = (uint64_t)to, f = (uint64_t)from;
  if (!to || !from) {
    refuse(pc, to ? "the source is a null pointer" : "the destination is a null pointer");
    return done(cudaErrorInvalidValue);
  }
  if ((unsigned)kind > cudaMemcpyDefault) return done(cudaErrorInvalidMemcpyDirection);
  bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
  bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
  if (kind == cudaMemcpyDefault) {
    to_device = on_device(t);
    from_device = on_device(f);
  }
  if (!end_ok(t, bytes, to_device, "destination", pc) || !end_ok(f, bytes, from_device, "source", pc))
    return done(cudaErrorInvalidValue);
  heap_open(true);
  memmove(to, from, bytes);
  heap_open(false);
  if (heap_has(t)) {
    if (heap_has(f))
      heap_copy_marks(t, f, bytes);
    else
      heap_mark(t, bytes, true);
  }
  return done(cudaSuccess);
}

cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind) {
  return copy(to, from, bytes, kind, HERE);
}
cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind,
                            cudaStream_t stream) {
  (void)stream;
  return copy(to, from, bytes, kind, HERE);
}
cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                         size_t height, enum cudaMemcpyKind kind) {
  if (width > to_pitch || width > from_pitch) return done(cudaErrorInvalidPitchValue);
  cudaError_t e = cudaSuccess;
  for (size_t y = 0; y < height && !e; y++)
    e = copy((char *)to + y * to_pitch, (const char *)from + y * from_pitch, width, kind, HERE);
  return e;
}

static cudaError_t set(void *pointer, int value, size_t bytes, uint32_t pc) {
  machine_init();
  if (M.error) return done(cudaSuccess);
  if (bytes == 0) return done(cudaSuccess);
  if (!end_ok((uint64_t)pointer, bytes, true, "destination", pc)) return done(cudaErrorInvalidValue);
  heap_open(true);
  memset(pointer, value, bytes);
  heap_open(false);
  if (heap_has((uint64_t)pointer)) heap_mark((uint64_t)pointer, bytes, true);
  return done(cudaSuccess);
}
cudaError_t cudaMemset(void *pointer, int value, size_t bytes) {
  return set(pointer, value, bytes, HERE);
}
cudaError_t cudaMemsetAsync(void *pointer, int value, size_t bytes, cudaStream_t stream) {
  (void)stream;
  return set(pointer, value, bytes, HERE);
}

// A symbol's variable, with room for the bytes at the offset.
static cudaError_t check_symbol(const void *symbol, size_t bytes, size_t offset, uint32_t pc) {
  machine_init();
  char name[96];
  uint64_t at, size;
  if (image_section((uint64_t)symbol) == SECTION_NONE) {
    refuse(pc, "the symbol is no __device__ or __constant__ variable");
    return cudaErrorInvalidSymbol;
  }
  if (image_variable((uint64_t)symbol, name, sizeof name, &at, &size) && at + offset + bytes > size) {
    hazard(EMU_HAZARD_BAD_COPY, (struct party){pc, ~0ull, ~0u}, NULL, NULL,
           "%zu bytes at offset %zu do not fit %s, which has %llu bytes", bytes, offset, name,
           (unsigned long long)size);
    return cudaErrorInvalidValue;
  }
  return cudaSuccess;
}
cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *from, size_t bytes, size_t offset,
                               enum cudaMemcpyKind kind) {
  cudaError_t e = check_symbol(symbol, bytes, offset, HERE);
  return e ? done(e) : copy((char *)symbol + offset, from, bytes, kind, HERE);
}
cudaError_t cudaMemcpyFromSymbol(void *to, const void *symbol, size_t bytes, size_t offset,
                                 enum cudaMemcpyKind kind) {
  cudaError_t e = check_symbol(symbol, bytes, offset, HERE);
  return e ? done(e) : copy(to, (const char *)symbol + offset, bytes, kind, HERE);
}
cudaError_t cudaGetSymbolAddress(void **pointer, const void *symbol) {
  cudaError_t e = check_symbol(symbol, 0, 0, HERE);
  if (!e) *pointer = (void *)symbol;
  return done(e);
}
cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total_bytes) {
  *total_bytes = HEAP_LIMIT;
  *free_bytes = HEAP_LIMIT - heap_live();
  return done(cudaSuccess);
}

// ---- the device: what a program may ask about the model, an A100 with little memory
// --------------------------

cudaError_t cudaGetDeviceCount(int *count) {
  *count = 1;
  return done(cudaSuccess);
}
cudaError_t cudaGetDevice(int *device) {
  *device = 0;
  return done(cudaSuccess);
}
cudaError_t cudaSetDevice(int device) {
  return done(device == 0 ? cudaSuccess : cudaErrorInvalidDevice);
}
cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *p, int device) {
  if (device != 0) return done(cudaErrorInvalidDevice);
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
  return done(cudaSuccess);
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
    return done(cudaErrorInvalidValue);
  }
  return done(cudaSuccess);
}
cudaError_t cudaDeviceSynchronize(void) {
  return done(cudaSuccess);
}
cudaError_t cudaDeviceReset(void) {
  return done(cudaSuccess);
}
cudaError_t cudaDriverGetVersion(int *version) {
  *version = CUDART_VERSION;
  return done(cudaSuccess);
}
cudaError_t cudaRuntimeGetVersion(int *version) {
  return cudaDriverGetVersion(version);
}

// ---- streams and events
// --------------------------------------------------------------------------------------

cudaError_t cudaStreamCreate(cudaStream_t *stream) {
  *stream = calloc(1, sizeof **stream);
  return done(*stream ? cudaSuccess : cudaErrorMemoryAllocation);
}
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags) {
  (void)flags;
  return cudaStreamCreate(stream);
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  if (!stream || stream == cudaStreamLegacy || stream == cudaStreamPerThread)
    return done(cudaErrorInvalidResourceHandle);
  free(stream);
  return done(cudaSuccess);
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  (void)stream;
  return done(cudaSuccess);
}
cudaError_t cudaStreamQuery(cudaStream_t stream) {
  (void)stream;
  return done(cudaSuccess);
}
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags) {
  (void)stream, (void)flags;
  return done(event ? cudaSuccess : cudaErrorInvalidResourceHandle);
}
cudaError_t cudaEventCreate(cudaEvent_t *event) {
  *event = calloc(1, sizeof **event);
  return done(*event ? cudaSuccess : cudaErrorMemoryAllocation);
}
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags) {
  (void)flags;
  return cudaEventCreate(event);
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
  if (!event) return done(cudaErrorInvalidResourceHandle);
  free(event);
  return done(cudaSuccess);
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  (void)stream;
  if (!event) return done(cudaErrorInvalidResourceHandle);
  clock_gettime(CLOCK_MONOTONIC, &event->at);
  event->recorded = 1;
  return done(cudaSuccess);
}
cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  return done(event ? cudaSuccess : cudaErrorInvalidResourceHandle);
}
cudaError_t cudaEventQuery(cudaEvent_t event) {
  return cudaEventSynchronize(event);
}
cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t end) {
  if (!start || !end || !start->recorded || !end->recorded) return done(cudaErrorInvalidResourceHandle);
  *ms = (float)((double)(end->at.tv_sec - start->at.tv_sec) * 1e3 +
                (double)(end->at.tv_nsec - start->at.tv_nsec) * 1e-6);
  return done(cudaSuccess);
}

// ---- the emulator as a library
// -------------------------------------------------------------------------------

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
