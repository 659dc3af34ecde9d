// The CUDA runtime API but for memory, streams and events: errors, the devices.
#include "check/handles.h"
#include "memory/devices.h"
#include "memory/heap.h"
#include "memory/registered.h"
#include "memory/result.h"
#include "runtime/error.h"
#include "runtime/queue.h"

#define HERE ((uint32_t)(uintptr_t)__builtin_return_address(0))

// ---- errors ----

cudaError_t cudaPeekAtLastError(void) {
  return error_last(false);
}
cudaError_t cudaGetLastError(void) {
  return error_last(true);
}

// ---- the devices; device.c describes them ----

cudaError_t cudaGetDeviceCount(int *count) {
  *count = device_count();
  return api_done(cudaSuccess);
}
cudaError_t cudaGetDevice(int *device) {
  *device = device_set;
  return api_done(cudaSuccess);
}
cudaError_t cudaSetDevice(int device) {
  if (!device_exists(device)) return api_done(cudaErrorInvalidDevice);
  device_set = device;
  if (device) stream_device_memory = true;
  return api_done(cudaSuccess);
}
cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *properties) {
  (void)properties;
  *device = 0;
  return api_done(cudaSuccess);
}
// Device 0, or the first of the list, is that of a thread which sets none.
cudaError_t cudaSetValidDevices(int *devices, int n) {
  for (int i = 0; i < n; i++)
    if (!device_exists(devices[i])) return api_done(cudaErrorInvalidDevice);
  return n > 0 ? cudaSetDevice(devices[0]) : api_done(cudaSuccess);
}
cudaError_t cudaCtxResetPersistingL2Cache(void) { // there is no cache
  return api_done(cudaSuccess);
}
cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer) {
  if (!device_exists(device) || !device_exists(peer)) return api_done(cudaErrorInvalidDevice);
  *can = device != peer;
  return api_done(cudaSuccess);
}
cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attribute, int device, int peer) {
  if (!device_exists(device) || !device_exists(peer) || device == peer)
    return api_done(cudaErrorInvalidDevice);
  if (!value || attribute < cudaDevP2PAttrPerformanceRank ||
      attribute > cudaDevP2PAttrCudaArrayAccessSupported)
    return api_done(cudaErrorInvalidValue);
  *value = attribute != cudaDevP2PAttrPerformanceRank; // rank 0 is the fastest
  return api_done(cudaSuccess);
}
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags) {
  if (!device_exists(peer) || peer == device_set) return api_done(cudaErrorInvalidDevice);
  if (flags) return api_done(cudaErrorInvalidValue);
  return api_done(device_allow_peer(device_set, peer, true) ? cudaSuccess
                                                            : cudaErrorPeerAccessAlreadyEnabled);
}
cudaError_t cudaDeviceDisablePeerAccess(int peer) {
  if (!device_exists(peer)) return api_done(cudaErrorInvalidDevice);
  queue_wait_device();
  return api_done(device_allow_peer(device_set, peer, false) ? cudaSuccess : cudaErrorPeerAccessNotEnabled);
}
// Flags and configurations are remembered; nothing depends on them.
static unsigned device_flags;
static enum cudaFuncCache cache_config;
static enum cudaSharedMemConfig shared_config;
cudaError_t cudaSetDeviceFlags(unsigned flags) {
  device_flags = flags;
  return api_done(cudaSuccess);
}
cudaError_t cudaGetDeviceFlags(unsigned *flags) {
  *flags = device_flags | cudaDeviceMapHost;
  return api_done(cudaSuccess);
}
cudaError_t cudaInitDevice(int device, unsigned flags, unsigned way) {
  (void)way;
  if (device < 0 || device >= device_count()) return api_done(cudaErrorInvalidDevice);
  return cudaSetDeviceFlags(flags);
}
cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *config) {
  *config = cache_config;
  return api_done(cudaSuccess);
}
cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config) {
  shared_config = config;
  return api_done(cudaSuccess);
}
cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config) {
  *config = shared_config;
  return api_done(cudaSuccess);
}
static size_t limits[cudaLimitCount_] = {[cudaLimitStackSize] = 1024,
                                         [cudaLimitPrintfFifoSize] = 1 << 20,
                                         [cudaLimitMallocHeapSize] = 8 << 20,
                                         [cudaLimitDevRuntimeSyncDepth] = 2,
                                         [cudaLimitDevRuntimePendingLaunchCount] = 2048,
                                         [cudaLimitMaxL2FetchGranularity] = 64};
cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit) {
  if ((unsigned)limit >= cudaLimitCount_) return api_done(cudaErrorInvalidValue);
  *value = limits[limit];
  return api_done(cudaSuccess);
}
cudaError_t cudaDeviceSetLimit(enum cudaLimit limit,
                               size_t value) { // remembered; but for the heap nothing depends on it
  if ((unsigned)limit >= cudaLimitCount_) return api_done(cudaErrorInvalidValue);
  limits[limit] = value;
  if (limit == cudaLimitMallocHeapSize) heap_of_kernels = value;
  return api_done(cudaSuccess);
}
cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config) {
  cache_config = config;
  return api_done(cudaSuccess);
}
cudaError_t cudaProfilerStart(void) {
  return api_done(cudaSuccess);
}
cudaError_t cudaProfilerStop(void) {
  return api_done(cudaSuccess);
}
// A device with work in one stream is waited for as cudaStreamSynchronize does.
static void count_device_wait(void) {
  if (queue_streams_at_work() > 1) emu_the_report.total.v[EMU_device_waits]++;
  emu_the_report.total.v[EMU_host_waits]++;
}
cudaError_t cudaDeviceSynchronize(void) {
  count_device_wait();
  return api_done(queue_wait_device());
}
// What the program has made on the device is gone: its memory, its streams, the pinned memory, an error that stays.
cudaError_t cudaDeviceReset(void) {
  uint32_t pc = HERE;
  count_device_wait();
  cudaError_t e = queue_wait_device();
  if (e) return api_done(e);
  e = api_done(cudaSuccess);
  if (M.self) return e;
  registered_forget();
  heap_reset(device_set, pc);
  queue_end_all(device_set);
  kept_forget();
  for (int peer = 0; peer < device_count(); peer++) {
    device_allow_peer(device_set, peer, false);
    device_allow_peer(peer, device_set, false);
  }
  error_reset();
  return e;
}
cudaError_t cudaDriverGetVersion(int *version) {
  *version = CUDART_VERSION;
  return api_done(cudaSuccess);
}
cudaError_t cudaRuntimeGetVersion(int *version) {
  return cudaDriverGetVersion(version);
}
