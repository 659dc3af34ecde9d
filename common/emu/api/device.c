// What a program may ask and set about its kernels.
#include "memory/heap.h"
#include "memory/image.h"
#include "memory/model.h"
#include "runtime/error.h"
#include "runtime/machine.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
  if (attribute == cudaFuncAttributeNonPortableClusterSizeAllowed)
    return api_done(device_allow_clusters(kernel, value != 0) ? cudaSuccess : cudaErrorMemoryAllocation);
  if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize || value < 0 ||
      (uint64_t)value + image_static_shared(kernel) > (uint64_t)device_model()->shared_opt_in)
    return api_done(cudaErrorInvalidValue);
  return api_done(device_allow_shared(kernel, (uint64_t)value) ? cudaSuccess : cudaErrorMemoryAllocation);
}
cudaError_t cudaFuncSetCacheConfig(const void *entry, enum cudaFuncCache config) {
  (void)config;
  return api_done(kernel_at(entry) ? cudaSuccess : cudaErrorInvalidDeviceFunction);
}

cudaError_t cudaFuncSetSharedMemConfig(const void *entry, enum cudaSharedMemConfig config) {
  (void)config;
  return api_done(kernel_at(entry) ? cudaSuccess : cudaErrorInvalidDeviceFunction);
}

cudaError_t emu_cluster_limit(int *most, const void *entry) {
  const char *kernel = kernel_at(entry);
  if (!kernel) return api_done(cudaErrorInvalidDeviceFunction);
  *most = (int)device_cluster_limit(kernel);
  return api_done(cudaSuccess);
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

cudaError_t cudaFuncGetName(const char **name, const void *entry) {
  const char *mangled = kernel_at(entry) ? image_function((uint32_t)(uintptr_t)entry) : NULL;
  if (!name) return api_done(cudaErrorInvalidValue);
  if (mangled) *name = mangled;
  return api_done(mangled ? cudaSuccess : cudaErrorInvalidDeviceFunction);
}
cudaError_t cudaGetFuncBySymbol(cudaFunction_t *function, const void *entry) {
  if (!function) return api_done(cudaErrorInvalidValue);
  if (!kernel_at(entry)) return api_done(cudaErrorInvalidDeviceFunction);
  *function = (cudaFunction_t)(uintptr_t)entry;
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
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, const void *entry, int blocks,
                                                      int threads) {
  const char *kernel = kernel_at(entry);
  if (!kernel) return api_done(cudaErrorInvalidDeviceFunction);
  if (blocks < 1 || device_resident(threads, 0) < blocks) return api_done(cudaErrorInvalidValue);
  uint64_t fixed = image_static_shared(kernel), most = device_shared_limit(kernel) - fixed, room = 0;
  for (uint64_t step = 1 << 20; step >= 128; step /= 2) // the largest for which so many blocks are resident
    if (room + step <= most && device_resident(threads, fixed + room + step) >= blocks) room += step;
  *bytes = room;
  return api_done(cudaSuccess);
}
