// What a program may ask about the model device: its properties and attributes.
#include "memory/devices.h"
#include "memory/heap.h"
#include "memory/model.h"
#include "runtime/error.h"
#include <stdio.h>
#include <string.h>

static const char bus_id[] = "0000:01:00.0";

// What is the same for all models, by the table of technical specifications in the CUDA programming guide.
static const struct cudaDeviceProp common = {
    .sharedMemPerBlock = SHARED_LIMIT,
    .totalConstMem = 64 << 10,
    .regsPerBlock = 65536,
    .regsPerMultiprocessor = 65536,
    .warpSize = WARP,
    .memPitch = 2147483647,
    .maxThreadsPerBlock = MAX_BLOCK,
    .maxThreadsDim = {1024, 1024, 64},
    .maxGridSize = {2147483647, 65535, 65535},
    .textureAlignment = 512,
    .texturePitchAlignment = 32,
    .surfaceAlignment = 512,
    .maxTexture1D = 131072,
    .maxTexture1DMipmap = 32768,
    .maxTexture1DLinear = 268435456,
    .maxTexture2D = {131072, 65536},
    .maxTexture2DMipmap = {32768, 32768},
    .maxTexture2DLinear = {131072, 65000, 2097120},
    .maxTexture2DGather = {32768, 32768},
    .maxTexture3D = {16384, 16384, 16384},
    .maxTexture3DAlt = {8192, 8192, 32768},
    .maxTextureCubemap = 32768,
    .maxTexture1DLayered = {32768, 2048},
    .maxTexture2DLayered = {32768, 32768, 2048},
    .maxTextureCubemapLayered = {32768, 2046},
    .maxSurface1D = 32768,
    .maxSurface2D = {131072, 65536},
    .maxSurface3D = {16384, 16384, 16384},
    .maxSurface1DLayered = {32768, 2048},
    .maxSurface2DLayered = {32768, 32768, 2048},
    .maxSurfaceCubemap = 32768,
    .maxSurfaceCubemapLayered = {32768, 2046},
    .pciBusID = 1,
    .unifiedAddressing = 1,
    .canMapHostMemory = 1,
    .managedMemory = 1,
    .concurrentManagedAccess = 1,
    .cooperativeLaunch = 1,
    .concurrentKernels = 1,
    .deviceOverlap = 1,
    .streamPrioritiesSupported = 1,
    .globalL1CacheSupported = 1,
    .localL1CacheSupported = 1,
    .computePreemptionSupported = 1,
    .unifiedFunctionPointers = 1,
    .memoryPoolsSupported = 1,
    .asyncEngineCount = 3,
    .singleToDoublePrecisionPerfRatio = 2,
    .hostNumaId = -1,
};

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *p, int device) {
  const struct device *d = device_model();
  if (device < 0 || device >= device_count()) return api_done(cudaErrorInvalidDevice);
  *p = common;
  p->totalGlobalMem = heap_limit();
  p->sharedMemPerMultiprocessor = (size_t)d->shared_per_processor;
  p->sharedMemPerBlockOptin = (size_t)d->shared_opt_in;
  p->reservedSharedMemPerBlock = (size_t)device_reserved_shared(d);
  p->maxThreadsPerMultiProcessor = d->threads_per_processor;
  p->maxBlocksPerMultiProcessor = d->blocks_per_processor;
  p->ECCEnabled = d->ecc;
  p->major = d->major;
  p->minor = d->minor;
  p->multiProcessorCount = device_processors();
  p->memoryBusWidth = d->bus_bits;
  p->l2CacheSize = d->l2_bytes;
  p->clockRate = d->clock_khz;
  p->memoryClockRate = d->memory_khz;
  snprintf(p->name, sizeof p->name, "PMPP emulator (%s model)", d->name);
  return api_done(cudaSuccess);
}

// Each attribute and the property that it is; 0 where the model has no such thing.
#define EMU_ATTRIBUTES(X_)                                                                                   \
  X_(MaxThreadsPerBlock, p.maxThreadsPerBlock)                                                               \
  X_(MaxBlockDimX, p.maxThreadsDim[0])                                                                       \
  X_(MaxBlockDimY, p.maxThreadsDim[1])                                                                       \
  X_(MaxBlockDimZ, p.maxThreadsDim[2])                                                                       \
  X_(MaxGridDimX, p.maxGridSize[0])                                                                          \
  X_(MaxGridDimY, p.maxGridSize[1])                                                                          \
  X_(MaxGridDimZ, p.maxGridSize[2])                                                                          \
  X_(MaxSharedMemoryPerBlock, p.sharedMemPerBlock)                                                           \
  X_(TotalConstantMemory, p.totalConstMem)                                                                   \
  X_(WarpSize, p.warpSize)                                                                                   \
  X_(MaxPitch, p.memPitch)                                                                                   \
  X_(MaxRegistersPerBlock, p.regsPerBlock)                                                                   \
  X_(ClockRate, p.clockRate)                                                                                 \
  X_(TextureAlignment, p.textureAlignment)                                                                   \
  X_(GpuOverlap, p.deviceOverlap)                                                                            \
  X_(MultiProcessorCount, p.multiProcessorCount)                                                             \
  X_(KernelExecTimeout, p.kernelExecTimeoutEnabled)                                                          \
  X_(Integrated, p.integrated)                                                                               \
  X_(CanMapHostMemory, p.canMapHostMemory)                                                                   \
  X_(ComputeMode, p.computeMode)                                                                             \
  X_(MaxTexture1DWidth, p.maxTexture1D)                                                                      \
  X_(MaxTexture2DWidth, p.maxTexture2D[0])                                                                   \
  X_(MaxTexture2DHeight, p.maxTexture2D[1])                                                                  \
  X_(MaxTexture3DWidth, p.maxTexture3D[0])                                                                   \
  X_(MaxTexture3DHeight, p.maxTexture3D[1])                                                                  \
  X_(MaxTexture3DDepth, p.maxTexture3D[2])                                                                   \
  X_(MaxTexture2DLayeredWidth, p.maxTexture2DLayered[0])                                                     \
  X_(MaxTexture2DLayeredHeight, p.maxTexture2DLayered[1])                                                    \
  X_(MaxTexture2DLayeredLayers, p.maxTexture2DLayered[2])                                                    \
  X_(SurfaceAlignment, p.surfaceAlignment)                                                                   \
  X_(ConcurrentKernels, p.concurrentKernels)                                                                 \
  X_(EccEnabled, p.ECCEnabled)                                                                               \
  X_(PciBusId, p.pciBusID)                                                                                   \
  X_(PciDeviceId, p.pciDeviceID)                                                                             \
  X_(TccDriver, p.tccDriver)                                                                                 \
  X_(MemoryClockRate, p.memoryClockRate)                                                                     \
  X_(GlobalMemoryBusWidth, p.memoryBusWidth)                                                                 \
  X_(L2CacheSize, p.l2CacheSize)                                                                             \
  X_(MaxThreadsPerMultiProcessor, p.maxThreadsPerMultiProcessor)                                             \
  X_(AsyncEngineCount, p.asyncEngineCount)                                                                   \
  X_(UnifiedAddressing, p.unifiedAddressing)                                                                 \
  X_(MaxTexture1DLayeredWidth, p.maxTexture1DLayered[0])                                                     \
  X_(MaxTexture1DLayeredLayers, p.maxTexture1DLayered[1])                                                    \
  X_(MaxTexture2DGatherWidth, p.maxTexture2DGather[0])                                                       \
  X_(MaxTexture2DGatherHeight, p.maxTexture2DGather[1])                                                      \
  X_(MaxTexture3DWidthAlt, p.maxTexture3DAlt[0])                                                             \
  X_(MaxTexture3DHeightAlt, p.maxTexture3DAlt[1])                                                            \
  X_(MaxTexture3DDepthAlt, p.maxTexture3DAlt[2])                                                             \
  X_(PciDomainId, p.pciDomainID)                                                                             \
  X_(TexturePitchAlignment, p.texturePitchAlignment)                                                         \
  X_(MaxTextureCubemapWidth, p.maxTextureCubemap)                                                            \
  X_(MaxTextureCubemapLayeredWidth, p.maxTextureCubemapLayered[0])                                           \
  X_(MaxTextureCubemapLayeredLayers, p.maxTextureCubemapLayered[1])                                          \
  X_(MaxSurface1DWidth, p.maxSurface1D)                                                                      \
  X_(MaxSurface2DWidth, p.maxSurface2D[0])                                                                   \
  X_(MaxSurface2DHeight, p.maxSurface2D[1])                                                                  \
  X_(MaxSurface3DWidth, p.maxSurface3D[0])                                                                   \
  X_(MaxSurface3DHeight, p.maxSurface3D[1])                                                                  \
  X_(MaxSurface3DDepth, p.maxSurface3D[2])                                                                   \
  X_(MaxSurface1DLayeredWidth, p.maxSurface1DLayered[0])                                                     \
  X_(MaxSurface1DLayeredLayers, p.maxSurface1DLayered[1])                                                    \
  X_(MaxSurface2DLayeredWidth, p.maxSurface2DLayered[0])                                                     \
  X_(MaxSurface2DLayeredHeight, p.maxSurface2DLayered[1])                                                    \
  X_(MaxSurface2DLayeredLayers, p.maxSurface2DLayered[2])                                                    \
  X_(MaxSurfaceCubemapWidth, p.maxSurfaceCubemap)                                                            \
  X_(MaxSurfaceCubemapLayeredWidth, p.maxSurfaceCubemapLayered[0])                                           \
  X_(MaxSurfaceCubemapLayeredLayers, p.maxSurfaceCubemapLayered[1])                                          \
  X_(MaxTexture1DLinearWidth, p.maxTexture1DLinear)                                                          \
  X_(MaxTexture2DLinearWidth, p.maxTexture2DLinear[0])                                                       \
  X_(MaxTexture2DLinearHeight, p.maxTexture2DLinear[1])                                                      \
  X_(MaxTexture2DLinearPitch, p.maxTexture2DLinear[2])                                                       \
  X_(MaxTexture2DMipmappedWidth, p.maxTexture2DMipmap[0])                                                    \
  X_(MaxTexture2DMipmappedHeight, p.maxTexture2DMipmap[1])                                                   \
  X_(ComputeCapabilityMajor, p.major)                                                                        \
  X_(ComputeCapabilityMinor, p.minor)                                                                        \
  X_(MaxTexture1DMipmappedWidth, p.maxTexture1DMipmap)                                                       \
  X_(StreamPrioritiesSupported, p.streamPrioritiesSupported)                                                 \
  X_(GlobalL1CacheSupported, p.globalL1CacheSupported)                                                       \
  X_(LocalL1CacheSupported, p.localL1CacheSupported)                                                         \
  X_(MaxSharedMemoryPerMultiprocessor, p.sharedMemPerMultiprocessor)                                         \
  X_(MaxRegistersPerMultiprocessor, p.regsPerMultiprocessor)                                                 \
  X_(ManagedMemory, p.managedMemory)                                                                         \
  X_(IsMultiGpuBoard, p.isMultiGpuBoard)                                                                     \
  X_(MultiGpuBoardGroupID, p.multiGpuBoardGroupID)                                                           \
  X_(HostNativeAtomicSupported, p.hostNativeAtomicSupported)                                                 \
  X_(SingleToDoublePrecisionPerfRatio, p.singleToDoublePrecisionPerfRatio)                                   \
  X_(PageableMemoryAccess, p.pageableMemoryAccess)                                                           \
  X_(ConcurrentManagedAccess, p.concurrentManagedAccess)                                                     \
  X_(ComputePreemptionSupported, p.computePreemptionSupported)                                               \
  X_(CanUseHostPointerForRegisteredMem, p.canUseHostPointerForRegisteredMem)                                 \
  X_(CooperativeLaunch, p.cooperativeLaunch)                                                                 \
  X_(MaxSharedMemoryPerBlockOptin, p.sharedMemPerBlockOptin)                                                 \
  X_(CanFlushRemoteWrites, 0)                                                                                \
  X_(HostRegisterSupported, p.hostRegisterSupported)                                                         \
  X_(PageableMemoryAccessUsesHostPageTables, p.pageableMemoryAccessUsesHostPageTables)                       \
  X_(DirectManagedMemAccessFromHost, p.directManagedMemAccessFromHost)                                       \
  X_(MaxBlocksPerMultiprocessor, p.maxBlocksPerMultiProcessor)                                               \
  X_(MaxPersistingL2CacheSize, p.persistingL2CacheMaxSize)                                                   \
  X_(MaxAccessPolicyWindowSize, p.accessPolicyMaxWindowSize)                                                 \
  X_(ReservedSharedMemoryPerBlock, p.reservedSharedMemPerBlock)                                              \
  X_(SparseCudaArraySupported, p.sparseCudaArraySupported)                                                   \
  X_(HostRegisterReadOnlySupported, p.hostRegisterReadOnlySupported)                                         \
  X_(TimelineSemaphoreInteropSupported, p.timelineSemaphoreInteropSupported)                                 \
  X_(MemoryPoolsSupported, p.memoryPoolsSupported)                                                           \
  X_(GPUDirectRDMASupported, p.gpuDirectRDMASupported)                                                       \
  X_(GPUDirectRDMAFlushWritesOptions, p.gpuDirectRDMAFlushWritesOptions)                                     \
  X_(GPUDirectRDMAWritesOrdering, p.gpuDirectRDMAWritesOrdering)                                             \
  X_(MemoryPoolSupportedHandleTypes, p.memoryPoolSupportedHandleTypes)                                       \
  X_(ClusterLaunch, p.clusterLaunch)                                                                         \
  X_(DeferredMappingCudaArraySupported, p.deferredMappingCudaArraySupported)                                 \
  X_(IpcEventSupport, p.ipcEventSupported)                                                                   \
  X_(MemSyncDomainCount, 1)                                                                                  \
  X_(NumaConfig, p.deviceNumaConfig)                                                                         \
  X_(NumaId, p.deviceNumaId)                                                                                 \
  X_(MpsEnabled, p.mpsEnabled)                                                                               \
  X_(HostNumaId, p.hostNumaId)                                                                               \
  X_(D3D12CigSupported, 0)                                                                                   \
  X_(VulkanCigSupported, 0)                                                                                  \
  X_(GpuPciDeviceId, p.gpuPciDeviceID)                                                                       \
  X_(GpuPciSubsystemId, p.gpuPciSubsystemID)                                                                 \
  X_(HostNumaMemoryPoolsSupported, 0)                                                                        \
  X_(HostNumaMultinodeIpcSupported, p.hostNumaMultinodeIpcSupported)                                         \
  X_(HostMemoryPoolsSupported, 0)                                                                            \
  X_(OnlyPartialHostNativeAtomicSupported, 0)

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device) {
  struct cudaDeviceProp p;
  cudaError_t e = cudaGetDeviceProperties(&p, device);
  if (e) return e;
  switch (attribute) {
#define X(name, is)                                                                                          \
  case cudaDevAttr##name:                                                                                    \
    *value = (int)(is);                                                                                      \
    return api_done(cudaSuccess);
    EMU_ATTRIBUTES(X)
#undef X
  default:
    return api_done(cudaErrorInvalidValue);
  }
}

cudaError_t cudaDeviceGetPCIBusId(char *id, int bytes, int device) {
  if (device < 0 || device >= device_count()) return api_done(cudaErrorInvalidDevice);
  if (!id || bytes <= (int)strlen(bus_id)) return api_done(cudaErrorInvalidValue);
  memcpy(id, bus_id, sizeof bus_id);
  return api_done(cudaSuccess);
}
cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *id) {
  if (!device || !id) return api_done(cudaErrorInvalidValue);
  *device = 0;
  return api_done(strcmp(id, bus_id) ? cudaErrorInvalidDevice : cudaSuccess);
}
