// What a program may ask about the model device and about its kernels.
#include "memory/heap.h"
#include "memory/image.h"
#include "memory/model.h"
#include "runtime/error.h"
#include "runtime/launch.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *p, int device) {
  const struct device *d = device_model();
  if (device != 0) return api_done(cudaErrorInvalidDevice);
  *p = (struct cudaDeviceProp){
      .totalGlobalMem = HEAP_LIMIT,
      .sharedMemPerBlock = SHARED_LIMIT,
      .sharedMemPerMultiprocessor = (size_t)d->shared_per_processor,
      .sharedMemPerBlockOptin = (size_t)d->shared_opt_in,
      .reservedSharedMemPerBlock = 1 << 10,
      .totalConstMem = 64 << 10,
      .regsPerBlock = 65536,
      .regsPerMultiprocessor = 65536,
      .warpSize = WARP,
      .maxThreadsPerBlock = MAX_BLOCK,
      .maxThreadsDim = {1024, 1024, 64},
      .maxGridSize = {2147483647, 65535, 65535},
      .major = d->major,
      .minor = d->minor,
      .multiProcessorCount = d->processors,
      .maxThreadsPerMultiProcessor = 2048,
      .maxBlocksPerMultiProcessor = 32,
      .memoryBusWidth = d->bus_bits,
      .l2CacheSize = d->l2_bytes,
      .unifiedAddressing = 1,
      .canMapHostMemory = 1,
      .managedMemory = 1,
      .concurrentManagedAccess = 1,
      .cooperativeLaunch = 1,
      .concurrentKernels = 1,
      .memoryPoolsSupported = 1,
      .asyncEngineCount = 3,
      .ECCEnabled = 1,
  };
  snprintf(p->name, sizeof p->name, "PMPP emulator (%s model)", d->name);
  return api_done(cudaSuccess);
}

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device) {
  struct cudaDeviceProp p;
  cudaError_t e = cudaGetDeviceProperties(&p, device);
  if (e) return e;
  switch (attribute) {
#define ATTRIBUTE(name, field)                                                                               \
  case cudaDevAttr##name:                                                                                    \
    *value = (int)p.field;                                                                                   \
    return api_done(cudaSuccess);
    ATTRIBUTE(MaxThreadsPerBlock, maxThreadsPerBlock)
    ATTRIBUTE(MaxBlockDimX, maxThreadsDim[0])
    ATTRIBUTE(MaxBlockDimY, maxThreadsDim[1])
    ATTRIBUTE(MaxBlockDimZ, maxThreadsDim[2])
    ATTRIBUTE(MaxGridDimX, maxGridSize[0])
    ATTRIBUTE(MaxGridDimY, maxGridSize[1])
    ATTRIBUTE(MaxGridDimZ, maxGridSize[2])
    ATTRIBUTE(MaxSharedMemoryPerBlock, sharedMemPerBlock)
    ATTRIBUTE(TotalConstantMemory, totalConstMem)
    ATTRIBUTE(WarpSize, warpSize)
    ATTRIBUTE(MaxRegistersPerBlock, regsPerBlock)
    ATTRIBUTE(MultiProcessorCount, multiProcessorCount)
    ATTRIBUTE(ConcurrentKernels, concurrentKernels)
    ATTRIBUTE(GlobalMemoryBusWidth, memoryBusWidth)
    ATTRIBUTE(L2CacheSize, l2CacheSize)
    ATTRIBUTE(MaxThreadsPerMultiProcessor, maxThreadsPerMultiProcessor)
    ATTRIBUTE(UnifiedAddressing, unifiedAddressing)
    ATTRIBUTE(ComputeCapabilityMajor, major)
    ATTRIBUTE(ComputeCapabilityMinor, minor)
    ATTRIBUTE(MaxSharedMemoryPerMultiprocessor, sharedMemPerMultiprocessor)
    ATTRIBUTE(MaxRegistersPerMultiprocessor, regsPerMultiprocessor)
    ATTRIBUTE(ManagedMemory, managedMemory)
    ATTRIBUTE(ConcurrentManagedAccess, concurrentManagedAccess)
    ATTRIBUTE(CooperativeLaunch, cooperativeLaunch)
    ATTRIBUTE(MaxSharedMemoryPerBlockOptin, sharedMemPerBlockOptin)
    ATTRIBUTE(MaxBlocksPerMultiprocessor, maxBlocksPerMultiProcessor)
    ATTRIBUTE(MemoryPoolsSupported, memoryPoolsSupported)
#undef ATTRIBUTE
  }
  return api_done(cudaErrorInvalidValue);
}

// ---- kernels ----

// The kernel's name, or NULL if the address is in no function.
static const char *kernel_at(const void *entry) {
  static const char unknown[] = "?";
  machine_init();
  const char *name = image_kernel_name(unknown, (uint32_t)(uintptr_t)entry);
  return name == unknown ? NULL : name;
}

cudaError_t cudaFuncSetAttribute(const void *entry, enum cudaFuncAttribute attribute, int value) {
  const char *kernel = kernel_at(entry);
  if (!kernel) return api_done(cudaErrorInvalidDeviceFunction);
  if (attribute == cudaFuncAttributePreferredSharedMemoryCarveout) return api_done(cudaSuccess);
  if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize || value < 0 ||
      (uint64_t)value + image_static_shared(kernel) > (uint64_t)device_model()->shared_opt_in)
    return api_done(cudaErrorInvalidValue);
  return api_done(device_allow_shared(kernel, (uint64_t)value) ? cudaSuccess : cudaErrorMemoryAllocation);
}
cudaError_t cudaFuncSetCacheConfig(const void *entry, enum cudaFuncCache config) {
  (void)config;
  return api_done(kernel_at(entry) ? cudaSuccess : cudaErrorInvalidDeviceFunction);
}

cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *a, const void *entry) {
  const char *kernel = kernel_at(entry);
  if (!kernel) return api_done(cudaErrorInvalidDeviceFunction);
  uint64_t fixed = image_static_shared(kernel);
  *a = (struct cudaFuncAttributes){
      .sharedSizeBytes = fixed,
      .maxThreadsPerBlock = image_launch_bounds(entry),
      .ptxVersion = device_model()->major * 10 + device_model()->minor,
      .binaryVersion = device_model()->major * 10 + device_model()->minor,
      .maxDynamicSharedSizeBytes = (int)(device_shared_limit(kernel) - fixed),
  };
  return api_done(cudaSuccess);
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *entry, int threads,
                                                          size_t dynamic) {
  const char *kernel = kernel_at(entry);
  if (!kernel) return api_done(cudaErrorInvalidDeviceFunction);
  uint64_t shared = dynamic + image_static_shared(kernel);
  *blocks = shared <= device_shared_limit(kernel) ? device_resident(threads, shared) : 0;
  return api_done(threads > 0 ? cudaSuccess : cudaErrorInvalidValue);
}
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void *entry,
                                                                   int threads, size_t dynamic,
                                                                   unsigned flags) {
  (void)flags;
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, entry, threads, dynamic);
}
