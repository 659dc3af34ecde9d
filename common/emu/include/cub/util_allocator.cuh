// The interface of CUB's CachingDeviceAllocator. Nothing is cached.
#ifndef EMU_CUB_UTIL_ALLOCATOR_CUH
#define EMU_CUB_UTIL_ALLOCATOR_CUH

#include "util_debug.cuh"

namespace cub {

struct CachingDeviceAllocator {
  template <class... A_> explicit CachingDeviceAllocator(A_...) {}
  cudaError_t DeviceAllocate(void **pointer, size_t bytes, cudaStream_t = 0) {
    return cudaMalloc(pointer, bytes);
  }
  cudaError_t DeviceAllocate(int device, void **pointer, size_t bytes, cudaStream_t = 0) {
    cudaError_t e = cudaSetDevice(device);
    return e ? e : cudaMalloc(pointer, bytes);
  }
  cudaError_t DeviceFree(void *pointer) {
    return cudaFree(pointer);
  }
  cudaError_t DeviceFree(int, void *pointer) {
    return cudaFree(pointer);
  }
  cudaError_t FreeAllCached() {
    return cudaSuccess;
  }
};

} // namespace cub
#endif
