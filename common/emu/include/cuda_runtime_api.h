// The part of the CUDA runtime API that the emulator provides, for C and C++. What is not declared here does
// not exist: the compiler names the call.
#ifndef EMU_CUDA_RUNTIME_API_H
#define EMU_CUDA_RUNTIME_API_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define CUDART_VERSION 13000
#define CUDARTAPI
#define CUDART_CB

// X(name, value, text)
#define EMU_CUDA_ERRORS(X)                                                                                   \
  X(cudaSuccess, 0, "no error")                                                                              \
  X(cudaErrorInvalidValue, 1, "invalid argument")                                                            \
  X(cudaErrorMemoryAllocation, 2, "out of memory")                                                           \
  X(cudaErrorInitializationError, 3, "initialization error")                                                 \
  X(cudaErrorInvalidConfiguration, 9, "invalid configuration argument")                                      \
  X(cudaErrorInvalidPitchValue, 12, "invalid pitch argument")                                                \
  X(cudaErrorInvalidSymbol, 13, "invalid device symbol")                                                     \
  X(cudaErrorInvalidDevicePointer, 17, "invalid device pointer")                                             \
  X(cudaErrorInvalidMemcpyDirection, 21, "invalid copy direction for memcpy")                                \
  X(cudaErrorInvalidDeviceFunction, 98, "invalid device function")                                           \
  X(cudaErrorNoDevice, 100, "no CUDA-capable device is detected")                                            \
  X(cudaErrorInvalidDevice, 101, "invalid device ordinal")                                                   \
  X(cudaErrorInvalidResourceHandle, 400, "invalid resource handle")                                          \
  X(cudaErrorNotReady, 600, "device not ready")                                                              \
  X(cudaErrorIllegalAddress, 700, "an illegal memory access was encountered")                                \
  X(cudaErrorLaunchOutOfResources, 701, "too many resources requested for launch")                           \
  X(cudaErrorLaunchTimeout, 702, "the launch timed out and was terminated")                                  \
  X(cudaErrorAssert, 710, "device-side assert triggered")                                                    \
  X(cudaErrorMisalignedAddress, 716, "misaligned address")                                                   \
  X(cudaErrorLaunchFailure, 719, "unspecified launch failure")                                               \
  X(cudaErrorNotSupported, 801, "operation not supported")                                                   \
  X(cudaErrorUnknown, 999, "unknown error")

typedef enum cudaError {
#define EMU_X(name, value, text) name = value,
  EMU_CUDA_ERRORS(EMU_X)
#undef EMU_X
} cudaError_t;

enum cudaMemcpyKind {
  cudaMemcpyHostToHost = 0,
  cudaMemcpyHostToDevice = 1,
  cudaMemcpyDeviceToHost = 2,
  cudaMemcpyDeviceToDevice = 3,
  cudaMemcpyDefault = 4
};

typedef struct EmuStream *cudaStream_t;
typedef struct EmuEvent *cudaEvent_t;

#define cudaStreamDefault      0x00
#define cudaStreamNonBlocking  0x01
#define cudaEventDefault       0x00
#define cudaEventBlockingSync  0x01
#define cudaEventDisableTiming 0x02
#define cudaHostAllocDefault   0x00
#define cudaHostAllocPortable  0x01
#define cudaHostAllocMapped    0x02
#define cudaStreamLegacy       ((cudaStream_t)0x1)
#define cudaStreamPerThread    ((cudaStream_t)0x2)

struct cudaDeviceProp {
  char name[256];
  size_t totalGlobalMem, sharedMemPerBlock, sharedMemPerMultiprocessor, sharedMemPerBlockOptin, totalConstMem;
  int regsPerBlock, regsPerMultiprocessor, warpSize, maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3];
  int major, minor, multiProcessorCount, maxThreadsPerMultiProcessor, maxBlocksPerMultiProcessor;
  int memoryBusWidth, l2CacheSize, persistingL2CacheMaxSize, unifiedAddressing, concurrentKernels;
  int canMapHostMemory, integrated, managedMemory, cooperativeLaunch, asyncEngineCount, ECCEnabled;
};

enum cudaDeviceAttr {
  cudaDevAttrMaxThreadsPerBlock = 1,
  cudaDevAttrMaxBlockDimX = 2,
  cudaDevAttrMaxGridDimX = 5,
  cudaDevAttrMaxSharedMemoryPerBlock = 8,
  cudaDevAttrWarpSize = 10,
  cudaDevAttrMultiProcessorCount = 16,
  cudaDevAttrL2CacheSize = 38,
  cudaDevAttrMaxThreadsPerMultiProcessor = 39,
  cudaDevAttrComputeCapabilityMajor = 75,
  cudaDevAttrComputeCapabilityMinor = 76
};

// Memory. A direction that does not fit the pointers is an error and a hazard.
cudaError_t cudaMalloc(void **pointer, size_t bytes);
cudaError_t cudaFree(void *pointer);
cudaError_t cudaMallocHost(void **pointer, size_t bytes);
cudaError_t cudaHostAlloc(void **pointer, size_t bytes, unsigned flags);
cudaError_t cudaFreeHost(void *pointer);
cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind,
                            cudaStream_t stream);
cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                         size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaMemset(void *pointer, int value, size_t bytes);
cudaError_t cudaMemsetAsync(void *pointer, int value, size_t bytes, cudaStream_t stream);
cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *from, size_t bytes, size_t offset,
                               enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyFromSymbol(void *to, const void *symbol, size_t bytes, size_t offset,
                                 enum cudaMemcpyKind kind);
cudaError_t cudaGetSymbolAddress(void **pointer, const void *symbol);
cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total_bytes);

// Errors
cudaError_t cudaGetLastError(void);
cudaError_t cudaPeekAtLastError(void);
const char *cudaGetErrorString(cudaError_t error);
const char *cudaGetErrorName(cudaError_t error);

// The device
cudaError_t cudaGetDeviceCount(int *count);
cudaError_t cudaGetDevice(int *device);
cudaError_t cudaSetDevice(int device);
cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *properties, int device);
cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device);
cudaError_t cudaDeviceSynchronize(void);
cudaError_t cudaDeviceReset(void);
cudaError_t cudaDriverGetVersion(int *version);
cudaError_t cudaRuntimeGetVersion(int *version);

// Streams and events: everything runs at once and in order, so waiting never waits. cudaEventElapsedTime
// gives the emulator's own host time between the two records: it says nothing about a GPU.
cudaError_t cudaStreamCreate(cudaStream_t *stream);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaStreamQuery(cudaStream_t stream);
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags);
cudaError_t cudaEventCreate(cudaEvent_t *event);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags);
cudaError_t cudaEventDestroy(cudaEvent_t event);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream);
cudaError_t cudaEventSynchronize(cudaEvent_t event);
cudaError_t cudaEventQuery(cudaEvent_t event);
cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t end);

#ifdef __cplusplus
}
#endif
#endif
