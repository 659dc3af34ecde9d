// The CUDA runtime API for memory: allocate, free, copy, set, symbols. A wrong direction or size is an error
// and a hazard.
#define _GNU_SOURCE
#include "check/events.h"
#include "check/hazard.h"
#include "memory/heap.h"
#include "memory/image.h"
#include "memory/result.h"
#include "runtime/error.h"
#include "runtime/launch.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HERE ((uint32_t)(uintptr_t)__builtin_return_address(0))

static void refuse(uint32_t pc, const char *what) {
  hazard(EMU_HAZARD_BAD_COPY, site_host(pc), NULL, NULL, "%s", what);
}

static cudaError_t allocate(void **pointer, size_t bytes, enum memory memory, uint32_t pc) {
  if (!pointer) return api_done(cudaErrorInvalidValue);
  machine_init();
  uint64_t address = 0;
  int error = L.error ? 0 : heap_allocate(bytes, pc, memory, &address);
  if (!L.error) *pointer = (void *)address;
  return api_done((cudaError_t)error);
}
static cudaError_t release(void *pointer, bool pinned, uint32_t pc) {
  machine_init();
  return api_done(event_free((uint64_t)pointer, pc, pinned) ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaMalloc(void **pointer, size_t bytes) {
  return allocate(pointer, bytes, DEVICE_MEMORY, HERE);
}
cudaError_t cudaFree(void *pointer) {
  return release(pointer, false, HERE);
}
cudaError_t cudaMallocAsync(void **pointer, size_t bytes, cudaStream_t stream) {
  (void)stream;
  return allocate(pointer, bytes, DEVICE_MEMORY, HERE);
}
cudaError_t cudaMallocFromPoolAsync(void **pointer, size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
  (void)pool, (void)stream;
  return allocate(pointer, bytes, DEVICE_MEMORY, HERE);
}
cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream) {
  (void)stream;
  return release(pointer, false, HERE);
}
cudaError_t cudaMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height) {
  if (!pitch) return api_done(cudaErrorInvalidValue);
  *pitch = (width + 511) / 512 * 512;
  return allocate(pointer, *pitch * height, DEVICE_MEMORY, HERE);
}

// Managed and pinned memory: of the device's range, open to the host.
cudaError_t cudaMallocManaged(void **pointer, size_t bytes, unsigned flags) {
  (void)flags;
  return allocate(pointer, bytes, MANAGED_MEMORY, HERE);
}
cudaError_t cudaMallocHost(void **pointer, size_t bytes) {
  return allocate(pointer, bytes, PINNED_MEMORY, HERE);
}
cudaError_t cudaHostAlloc(void **pointer, size_t bytes, unsigned flags) {
  (void)flags;
  return allocate(pointer, bytes, PINNED_MEMORY, HERE);
}
cudaError_t cudaFreeHost(void *pointer) {
  return release(pointer, true, HERE);
}
cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned flags) {
  (void)flags;
  if (heap_visible((uint64_t)host)) {
    *device = host;
    return api_done(cudaSuccess);
  }
  fprintf(stderr,
          "emu: cudaHostGetDevicePointer: kernels reach memory from cudaMallocHost and cudaHostAlloc, "
          "not what cudaHostRegister has pinned\n");
  return api_done(cudaErrorNotSupported);
}
cudaError_t cudaHostRegister(void *pointer, size_t bytes, unsigned flags) {
  (void)flags;
  return api_done(pointer && bytes ? cudaSuccess : cudaErrorInvalidValue);
}
cudaError_t cudaHostUnregister(void *pointer) {
  return api_done(pointer ? cudaSuccess : cudaErrorInvalidValue);
}
cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *a, const void *pointer) {
  uint64_t address = (uint64_t)pointer;
  *a = (struct cudaPointerAttributes){.type = cudaMemoryTypeUnregistered, .device = -2};
  a->hostPointer = (void *)pointer;
  if (heap_visible(address) && heap_range_ok(address, 1)) {
    bool managed = heap_find(address)->memory == MANAGED_MEMORY;
    a->type = managed ? cudaMemoryTypeManaged : cudaMemoryTypeHost;
    a->devicePointer = (void *)pointer;
    a->device = 0;
  } else if ((heap_has(address) && heap_range_ok(address, 1)) || image_section(address) != SECTION_NONE) {
    a->type = cudaMemoryTypeDevice;
    a->devicePointer = (void *)pointer;
    a->hostPointer = NULL;
    a->device = 0;
  }
  return api_done(cudaSuccess);
}
cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t bytes, struct cudaMemLocation to, unsigned flags,
                                 cudaStream_t stream) {
  (void)to, (void)flags, (void)stream;
  bool ok = heap_visible((uint64_t)pointer) && heap_range_ok((uint64_t)pointer, bytes);
  return api_done(ok ? cudaSuccess : cudaErrorInvalidValue);
}

// Pools: there is one, and everything comes from it.
static struct EmuMemPool { uint64_t release_threshold; } pool;
cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *p, int device) {
  *p = &pool;
  return api_done(device == 0 ? cudaSuccess : cudaErrorInvalidDevice);
}
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *p, int device) {
  return cudaDeviceGetDefaultMemPool(p, device);
}
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t p, enum cudaMemPoolAttr attribute, void *value) {
  if (attribute == cudaMemPoolAttrReleaseThreshold) p->release_threshold = *(uint64_t *)value;
  return api_done(cudaSuccess);
}
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t p, enum cudaMemPoolAttr attribute, void *value) {
  if (attribute == cudaMemPoolAttrReleaseThreshold)
    *(uint64_t *)value = p->release_threshold;
  else if (attribute == cudaMemPoolAttrUsedMemCurrent || attribute == cudaMemPoolAttrReservedMemCurrent)
    *(uint64_t *)value = heap_live();
  else
    return api_done(cudaErrorNotSupported);
  return api_done(cudaSuccess);
}
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t p, size_t bytes) {
  (void)p, (void)bytes;
  return api_done(cudaSuccess);
}

static bool on_device(uint64_t address) {
  return heap_has(address) || image_section(address) != SECTION_NONE;
}

// One end of a copy: the side that the direction names, and room for all the bytes.
static bool end_ok(uint64_t address, size_t bytes, bool want_device, const char *end, uint32_t pc) {
  struct access_site at = site_host(pc);
  bool visible = heap_visible(address);
  if (!visible && on_device(address) != want_device) {
    hazard(EMU_HAZARD_BAD_COPY, at, NULL, NULL,
           "the direction says that the %s is %s memory, but it is %s memory", end,
           want_device ? "device" : "host", want_device ? "host" : "device");
    return false;
  }
  if ((!visible && (!want_device || !heap_has(address))) || heap_range_ok(address, bytes)) return true;
  const struct allocation *a = heap_find(address);
  if (a && a->freed) {
    struct access_site freed = site_host(a->free_pc);
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
  if (L.error) return api_done(cudaSuccess);
  if (bytes == 0) return api_done(cudaSuccess);
  uint64_t t = (uint64_t)to, f = (uint64_t)from;
  if (!to || !from) {
    refuse(pc, to ? "the source is a null pointer" : "the destination is a null pointer");
    return api_done(cudaErrorInvalidValue);
  }
  if ((unsigned)kind > cudaMemcpyDefault) return api_done(cudaErrorInvalidMemcpyDirection);
  bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
  bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
  if (kind == cudaMemcpyDefault) {
    to_device = on_device(t);
    from_device = on_device(f);
  }
  if (!end_ok(t, bytes, to_device, "destination", pc) || !end_ok(f, bytes, from_device, "source", pc))
    return api_done(cudaErrorInvalidValue);
  if (on_device(f) && !on_device(t)) emu_the_report.bytes_to_host += bytes;
  if (on_device(f) && on_device(t)) emu_the_report.total.v[EMU_device_copy_bytes] += bytes;
  emu_the_report.bytes_by_calls += bytes * ((unsigned)on_device(f) + (unsigned)on_device(t));
  heap_open(true);
  memmove(to, from, bytes);
  heap_open(false);
  if (heap_has(t)) {
    if (heap_has(f))
      heap_copy_marks(t, f, bytes);
    else
      heap_mark(t, bytes, true);
  }
  return api_done(cudaSuccess);
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
  if (width > to_pitch || width > from_pitch) return api_done(cudaErrorInvalidPitchValue);
  cudaError_t e = cudaSuccess;
  for (size_t y = 0; y < height && !e; y++)
    e = copy((char *)to + y * to_pitch, (const char *)from + y * from_pitch, width, kind, HERE);
  return e;
}

cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                              size_t height, enum cudaMemcpyKind kind, cudaStream_t stream) {
  (void)stream;
  if (width > to_pitch || width > from_pitch) return api_done(cudaErrorInvalidPitchValue);
  cudaError_t e = cudaSuccess;
  for (size_t y = 0; y < height && !e; y++)
    e = copy((char *)to + y * to_pitch, (const char *)from + y * from_pitch, width, kind, HERE);
  return e;
}

static cudaError_t set(void *pointer, int value, size_t bytes, uint32_t pc) {
  machine_init();
  if (L.error) return api_done(cudaSuccess);
  if (bytes == 0) return api_done(cudaSuccess);
  if (!end_ok((uint64_t)pointer, bytes, true, "destination", pc)) return api_done(cudaErrorInvalidValue);
  emu_the_report.bytes_by_calls += bytes;
  heap_open(true);
  memset(pointer, value, bytes);
  heap_open(false);
  if (heap_has((uint64_t)pointer)) heap_mark((uint64_t)pointer, bytes, true);
  return api_done(cudaSuccess);
}
cudaError_t cudaMemset(void *pointer, int value, size_t bytes) {
  return set(pointer, value, bytes, HERE);
}
cudaError_t cudaMemsetAsync(void *pointer, int value, size_t bytes, cudaStream_t stream) {
  (void)stream;
  return set(pointer, value, bytes, HERE);
}

cudaError_t cudaMemset2D(void *pointer, size_t pitch, int value, size_t width, size_t height) {
  if (width > pitch) return api_done(cudaErrorInvalidPitchValue);
  cudaError_t e = cudaSuccess;
  for (size_t y = 0; y < height && !e; y++) e = set((char *)pointer + y * pitch, value, width, HERE);
  return e;
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
    hazard(EMU_HAZARD_BAD_COPY, site_host(pc), NULL, NULL,
           "%zu bytes at offset %zu do not fit %s, which has %llu bytes", bytes, offset, name,
           (unsigned long long)size);
    return cudaErrorInvalidValue;
  }
  return cudaSuccess;
}
cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *from, size_t bytes, size_t offset,
                               enum cudaMemcpyKind kind) {
  cudaError_t e = check_symbol(symbol, bytes, offset, HERE);
  return e ? api_done(e) : copy((char *)symbol + offset, from, bytes, kind, HERE);
}
cudaError_t cudaMemcpyFromSymbol(void *to, const void *symbol, size_t bytes, size_t offset,
                                 enum cudaMemcpyKind kind) {
  cudaError_t e = check_symbol(symbol, bytes, offset, HERE);
  return e ? api_done(e) : copy(to, (const char *)symbol + offset, bytes, kind, HERE);
}
cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *from, size_t bytes, size_t offset,
                                    enum cudaMemcpyKind kind, cudaStream_t stream) {
  (void)stream;
  cudaError_t e = check_symbol(symbol, bytes, offset, HERE);
  return e ? api_done(e) : copy((char *)symbol + offset, from, bytes, kind, HERE);
}
cudaError_t cudaMemcpyFromSymbolAsync(void *to, const void *symbol, size_t bytes, size_t offset,
                                      enum cudaMemcpyKind kind, cudaStream_t stream) {
  (void)stream;
  cudaError_t e = check_symbol(symbol, bytes, offset, HERE);
  return e ? api_done(e) : copy(to, (const char *)symbol + offset, bytes, kind, HERE);
}
cudaError_t cudaGetSymbolSize(size_t *bytes, const void *symbol) {
  char name[96];
  uint64_t offset, size = 0;
  cudaError_t e = check_symbol(symbol, 0, 0, HERE);
  if (!e && image_variable((uint64_t)symbol, name, sizeof name, &offset, &size)) *bytes = size;
  return api_done(e);
}
cudaError_t cudaGetSymbolAddress(void **pointer, const void *symbol) {
  cudaError_t e = check_symbol(symbol, 0, 0, HERE);
  if (!e) *pointer = (void *)symbol;
  return api_done(e);
}
cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total_bytes) {
  *total_bytes = HEAP_LIMIT;
  *free_bytes = HEAP_LIMIT - heap_live();
  return api_done(cudaSuccess);
}
