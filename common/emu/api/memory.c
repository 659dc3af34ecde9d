// The CUDA runtime API for the memory itself: allocate, free, pinned and managed memory, pools, what a pointer is.
#include "api/copy.h"
#include "check/events.h"
#include "check/handles.h"
#include "memory/devices.h"
#include "memory/heap.h"
#include "memory/image.h"
#include "memory/registered.h"
#include "memory/result.h"
#include "memory/symbolise.h"
#include "runtime/capture.h"
#include "runtime/error.h"
#include "runtime/machine.h"
#include "runtime/queue.h"
#include <stdio.h>
#include <stdlib.h>

#define HERE ((uint32_t)(uintptr_t)__builtin_return_address(0))

unsigned
    emu_element; // bytes of the type that the next allocation is for, by the header's templates; 0: not known

static cudaError_t allocate(void **pointer, size_t bytes, enum memory memory, uint32_t pc) {
  if (!pointer) return api_done(cudaErrorInvalidValue);
  machine_init();
  uint64_t address = 0;
  if (!M.self) pc = symbolise_user(pc);
  if (M.self) {
    cudaError_t e = (cudaError_t)heap_allocate_in_kernel(bytes, pc, &address);
    *pointer = (void *)address;
    return api_done(e);
  }
  cudaError_t unsafe = capture_unsafe();
  if (unsafe) return api_done(unsafe);
  emu_the_report.total.v[EMU_allocations]++;
  int error = L.error ? 0 : heap_allocate(bytes, pc, memory, &address);
  if (!L.error) *pointer = (void *)address;
  heap_element(address, emu_element);
  emu_element = 0;
  if (memory != DEVICE_MEMORY) api_forget_hints(address);
  return api_done((cudaError_t)error);
}
static cudaError_t release(void *pointer, bool pinned, uint32_t pc) {
  machine_init();
  if (!M.self) pc = symbolise_user(pc);
  cudaError_t unsafe = capture_unsafe();
  if (unsafe) return api_done(unsafe);
  if (!M.self) queue_wait_all();
  return api_done(event_free((uint64_t)pointer, pc, pinned) ? cudaSuccess : cudaErrorInvalidValue);
}

// ---- allocation in the order of a stream: the address is known at once, the memory may be used behind it ----

struct span {
  uint64_t address, bytes;
};
// Uses without an order are looked for in the first bytes of such an allocation: each word that is has room of its own, which
// takes longer than a grader waits where the allocation is as large as a device.
static void span_used(struct stream_work *work, const struct span *s) {
  enum { MOST = 16 << 20 };
  stream_range(work, s->address, s->bytes < MOST ? s->bytes : MOST, TOUCH_STORE);
}
static void run_allocation(struct stream_work *work, void *data) {
  span_used(work, data);
}
static void run_free(struct stream_work *work, void *data) {
  const struct span *s = data;
  span_used(work, s);
  event_free(s->address, work->pc, false);
}
static const struct work_kind allocation_kind = {
    "cudaMallocAsync", run_allocation, NULL, NULL, cudaGraphNodeTypeMemAlloc, NULL};
static const struct work_kind free_kind = {"cudaFreeAsync",          run_free, NULL, NULL,
                                           cudaGraphNodeTypeMemFree, NULL};

static cudaError_t no_memory_nodes(void) {
  fprintf(stderr, "emu: nodes of a graph that allocate or free memory are not part of the emulator: allocate "
                  "before the capture\n");
  return capture_refuses();
}

static cudaError_t allocate_in(void **pointer, size_t bytes, cudaStream_t stream, uint32_t pc) {
  if (!queue_has(stream)) return api_done(cudaErrorInvalidResourceHandle);
  if (capture_under_way(stream)) return api_done(no_memory_nodes());
  cudaError_t e = allocate(pointer, bytes, DEVICE_MEMORY, pc);
  if (e || !*pointer) return e;
  struct span s = {(uint64_t)*pointer, bytes};
  return api_done(queue_add(stream, &allocation_kind, pc, &s, sizeof s, MAY_WAIT));
}

// A library of the toolkit whose algorithms run on the host: Thrust's, as emucc compiles it.
static bool host_reaches_all;
void emu_library_on_host(void);
void emu_library_on_host(void) {
  host_reaches_all = true;
  queue_keep_up();
}

cudaError_t cudaMalloc(void **pointer, size_t bytes) {
  return allocate(pointer, bytes, host_reaches_all ? MANAGED_MEMORY : DEVICE_MEMORY, HERE);
}
cudaError_t cudaFree(void *pointer) {
  return release(pointer, false, HERE);
}
cudaError_t cudaMallocAsync(void **pointer, size_t bytes, cudaStream_t stream) {
  return allocate_in(pointer, bytes, stream, HERE);
}
cudaError_t cudaMallocFromPoolAsync(void **pointer, size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
  (void)pool;
  return allocate_in(pointer, bytes, stream, HERE);
}
cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream) {
  const struct allocation *a = heap_find((uint64_t)pointer);
  if (!pointer || !a || a->address != (uint64_t)pointer || a->freed || a->memory == PINNED_MEMORY)
    return release(pointer, false, HERE);
  if (capture_under_way(stream)) return api_done(no_memory_nodes());
  struct span s = {a->address, a->bytes};
  return api_done(queue_add(stream, &free_kind, HERE, &s, sizeof s, MAY_WAIT));
}
cudaError_t cudaMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height) {
  if (!pitch) return api_done(cudaErrorInvalidValue);
  *pitch = (width + 511) / 512 * 512;
  cudaError_t e = allocate(pointer, *pitch * height, DEVICE_MEMORY, HERE);
  if (!e && *pointer) heap_pitch((uint64_t)*pointer, *pitch);
  return e;
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
  bool ok = device && !flags && (heap_visible((uint64_t)host) || registered_begin((uint64_t)host));
  if (ok) *device = host; // addresses are unified
  return api_done(ok ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaHostRegister(void *pointer, size_t bytes, unsigned flags) {
  (void)flags;
  machine_init();
  if (!pointer || !bytes) return api_done(cudaErrorInvalidValue);
  if (registered_begin((uint64_t)pointer)) return api_done(cudaErrorHostMemoryAlreadyRegistered);
  int error = registered_add((uint64_t)pointer, bytes, HERE);
  if (!error) kept_made(KEPT_REGISTRATION, pointer, HERE);
  return api_done((cudaError_t)error);
}
cudaError_t cudaHostUnregister(void *pointer) {
  if (!pointer) return api_done(cudaErrorInvalidValue);
  queue_wait_all();
  if (!registered_remove((uint64_t)pointer)) return api_done(cudaErrorHostMemoryNotRegistered);
  kept_ended(KEPT_REGISTRATION, pointer);
  return api_done(cudaSuccess);
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
  } else if (registered_begin(address)) {
    a->type = cudaMemoryTypeHost;
    a->devicePointer = (void *)pointer;
    a->device = 0;
  } else if ((heap_has(address) && heap_range_ok(address, 1)) || image_section(address) != SECTION_NONE) {
    a->type = cudaMemoryTypeDevice;
    a->devicePointer = (void *)pointer;
    a->hostPointer = NULL;
    a->device = heap_has(address) ? heap_device_of(address) : device_set;
  }
  return api_done(cudaSuccess);
}
cudaError_t cudaHostGetFlags(unsigned *flags, void *host) {
  *flags = cudaHostAllocPortable | cudaHostAllocMapped; // unified addresses make all pinned memory so
  bool pinned = heap_visible((uint64_t)host) || registered_begin((uint64_t)host);
  return api_done(pinned ? cudaSuccess : cudaErrorInvalidValue);
}

// Pools: they all take from the device's memory, and have but an attribute of their own.
struct CUmemPoolHandle_st {
  uint64_t release_threshold;
};
static struct CUmemPoolHandle_st pool;
cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *p, int device) {
  *p = &pool;
  return api_done(device >= 0 && device < device_count() ? cudaSuccess : cudaErrorInvalidDevice);
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
cudaError_t cudaMemPoolCreate(cudaMemPool_t *p, const struct cudaMemPoolProps *properties) {
  if (!p || !properties || properties->allocType != cudaMemAllocationTypePinned)
    return api_done(cudaErrorInvalidValue);
  *p = calloc(1, sizeof **p);
  return api_done(*p ? cudaSuccess : cudaErrorMemoryAllocation);
}
cudaError_t cudaMemPoolDestroy(cudaMemPool_t p) {
  if (!p || p == &pool) return api_done(cudaErrorInvalidValue);
  free(p);
  return api_done(cudaSuccess);
}
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t p) {
  bool ok = p && device >= 0 && device < device_count();
  return api_done(ok ? cudaSuccess : cudaErrorInvalidValue);
}
cudaError_t cudaMemGetDefaultMemPool(cudaMemPool_t *p, struct cudaMemLocation *location,
                                     enum cudaMemAllocationType type) {
  if (!p || !location || type != cudaMemAllocationTypePinned) return api_done(cudaErrorInvalidValue);
  return cudaDeviceGetDefaultMemPool(p, location->id);
}
cudaError_t cudaMemGetMemPool(cudaMemPool_t *p, struct cudaMemLocation *location,
                              enum cudaMemAllocationType type) {
  return cudaMemGetDefaultMemPool(p, location, type);
}
// Every device reaches every pool's memory.
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t p, const struct cudaMemAccessDesc *list, size_t n) {
  bool ok = p && (list || !n);
  for (size_t i = 0; i < n && ok; i++)
    ok = list[i].location.type == cudaMemLocationTypeDevice && list[i].location.id >= 0 &&
         list[i].location.id < device_count();
  return api_done(ok ? cudaSuccess : cudaErrorInvalidValue);
}
cudaError_t cudaMemPoolGetAccess(enum cudaMemAccessFlags *flags, cudaMemPool_t p,
                                 struct cudaMemLocation *location) {
  if (!flags || !p || !location) return api_done(cudaErrorInvalidValue);
  *flags = cudaMemAccessFlagsProtReadWrite;
  return api_done(cudaSuccess);
}
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t p, size_t bytes) {
  (void)p, (void)bytes;
  return api_done(cudaSuccess);
}

cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total_bytes) {
  *total_bytes = heap_limit();
  *free_bytes = heap_limit() - heap_live();
  return api_done(cudaSuccess);
}

cudaError_t api_allocate(void **pointer, size_t bytes, uint32_t pc) {
  return allocate(pointer, bytes, DEVICE_MEMORY, pc);
}
cudaError_t api_release(void *pointer, uint32_t pc) {
  return release(pointer, false, pc);
}
