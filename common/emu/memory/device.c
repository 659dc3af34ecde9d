// The model device: an A100, or with EMU_DEVICE=h100 an H100, as far as a program may ask about it; how many
// blocks it holds; what a kernel needs and may have.
#include "machine.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// From NVIDIA's A100 and H100 white papers and the tables of the CUDA programming guide.
static const struct device models[] = {
    {"A100", 8, 0, 108, 164 << 10, 163 << 10, 40 << 20, 5120},
    {"H100", 9, 0, 132, 228 << 10, 227 << 10, 50 << 20, 5120},
};

const struct device *device_model(void) {
  const char *wanted = getenv("EMU_DEVICE");
  if (!wanted || !*wanted || strcmp(wanted, "a100") == 0) return &models[0];
  if (strcmp(wanted, "h100") == 0) return &models[1];
  fprintf(stderr, "emu: EMU_DEVICE=%s: the model devices are a100 and h100\n", wanted);
  exit(86);
}

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

static struct {
  const char *kernel; // its name without namespaces and template arguments
  uint64_t dynamic;   // what cudaFuncSetAttribute allowed
} allowed[64];
static int n_allowed;

// The kernel's name, or NULL if the address is in no function.
static const char *kernel_at(const void *entry) {
  static const char unknown[] = "?";
  machine_init();
  const char *name = image_kernel_name(unknown, (uint32_t)(uintptr_t)entry);
  return name == unknown ? NULL : name;
}

// The last name in "ns::kernel<int>(float*)": where it begins, how long it is.
static size_t base_of(const char *name, const char **begin) {
  const char *end = name;
  for (*begin = name; *end && *end != '<' && *end != '('; end++)
    if (*end == ':' || *end == ' ') *begin = end + 1;
  return (size_t)(end - *begin);
}

uint64_t device_shared_limit(const char *kernel) {
  const char *begin;
  size_t n = base_of(kernel, &begin);
  uint64_t extra = 0, most = 0;
  bool known = false;
  for (int i = 0; i < n_allowed; i++) {
    if (allowed[i].dynamic > most) most = allowed[i].dynamic;
    if (strlen(allowed[i].kernel) != n || strncmp(allowed[i].kernel, begin, n)) continue;
    known = true;
    extra = allowed[i].dynamic;
  }
  // A launch through a pointer or a parameter does not tell the kernel: the largest allowance serves.
  if (most && !known && !image_has_function(begin, n)) extra = most;
  uint64_t limit = extra + image_static_shared(kernel);
  return limit > SHARED_LIMIT ? limit : SHARED_LIMIT;
}

cudaError_t cudaFuncSetAttribute(const void *entry, enum cudaFuncAttribute attribute, int value) {
  const char *kernel = kernel_at(entry);
  if (!kernel) return api_done(cudaErrorInvalidDeviceFunction);
  if (attribute == cudaFuncAttributePreferredSharedMemoryCarveout) return api_done(cudaSuccess);
  if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize || value < 0 ||
      (uint64_t)value + image_static_shared(kernel) > (uint64_t)device_model()->shared_opt_in)
    return api_done(cudaErrorInvalidValue);
  int i = 0;
  while (i < n_allowed && strcmp(allowed[i].kernel, kernel)) i++;
  if (i == (int)(sizeof allowed / sizeof *allowed)) return api_done(cudaErrorMemoryAllocation);
  if (i == n_allowed) allowed[n_allowed++].kernel = kernel;
  allowed[i].dynamic = (uint64_t)value;
  return api_done(cudaSuccess);
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

// Registers are not counted: the limits are threads, blocks and shared memory.
int device_resident(int threads, uint64_t shared) {
  if (threads < 1 || threads > MAX_BLOCK) return 0;
  uint64_t by_threads = 2048u / (((unsigned)threads + WARP - 1) / WARP * WARP);
  uint64_t by_shared = (uint64_t)device_model()->shared_per_processor / (shared + 1024);
  uint64_t most = by_threads < by_shared ? by_threads : by_shared;
  return (int)(most < 32 ? most : 32);
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
