// The driver API is not part of the emulator. Many a program includes its header and means the runtime's, or names a type of
// it: those are here. Each call is an error that says so.
#ifndef __cuda_cuda_h__
#define __cuda_cuda_h__

#include "cuda_runtime.h"

#define CUDA_VERSION 13000
#define CUDAAPI

#define CU_MEMHOSTALLOC_PORTABLE      0x01
#define CU_MEMHOSTALLOC_DEVICEMAP     0x02
#define CU_MEMHOSTALLOC_WRITECOMBINED 0x04
#define CU_MEMHOSTREGISTER_PORTABLE   0x01
#define CU_MEMHOSTREGISTER_DEVICEMAP  0x02
#define CU_MEM_ATTACH_GLOBAL          0x1
#define CU_STREAM_NON_BLOCKING        0x1
#define CU_STREAM_DEFAULT             0x0
#define CU_EVENT_DEFAULT              0x0
#define CU_EVENT_BLOCKING_SYNC        0x1
#define CU_EVENT_DISABLE_TIMING       0x2

typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef cudaStream_t CUstream;
typedef cudaEvent_t CUevent;
typedef enum cudaError_enum {
  CUDA_SUCCESS = 0,
  CUDA_ERROR_INVALID_VALUE = 1,
  CUDA_ERROR_OUT_OF_MEMORY = 2,
  CUDA_ERROR_NOT_INITIALIZED = 3,
  CUDA_ERROR_NO_DEVICE = 100,
  CUDA_ERROR_INVALID_DEVICE = 101,
  CUDA_ERROR_INVALID_CONTEXT = 201,
  CUDA_ERROR_NOT_FOUND = 500,
  CUDA_ERROR_UNKNOWN = 999
} CUresult;

#ifdef __cplusplus
#define EMU_DRIVER(name)                                                                                     \
  template <class... A_>                                                                                     \
  __attribute__((error("emucc: " #name " is of the driver API, which is not part of the emulator: use the "  \
                       "runtime's calls (cudaMalloc, k<<<...>>>)"))) CUresult                                \
  name(A_ &&...);
EMU_DRIVER(cuInit)
EMU_DRIVER(cuDriverGetVersion)
EMU_DRIVER(cuDeviceGet)
EMU_DRIVER(cuDeviceGetCount)
EMU_DRIVER(cuDeviceGetName)
EMU_DRIVER(cuDeviceGetAttribute)
EMU_DRIVER(cuDeviceTotalMem)
EMU_DRIVER(cuDeviceComputeCapability)
EMU_DRIVER(cuDevicePrimaryCtxRetain)
EMU_DRIVER(cuDevicePrimaryCtxRelease)
EMU_DRIVER(cuCtxCreate)
EMU_DRIVER(cuCtxDestroy)
EMU_DRIVER(cuCtxGetCurrent)
EMU_DRIVER(cuCtxSetCurrent)
EMU_DRIVER(cuCtxSynchronize)
EMU_DRIVER(cuModuleLoad)
EMU_DRIVER(cuModuleLoadData)
EMU_DRIVER(cuModuleLoadDataEx)
EMU_DRIVER(cuModuleGetFunction)
EMU_DRIVER(cuModuleGetGlobal)
EMU_DRIVER(cuModuleUnload)
EMU_DRIVER(cuLaunchKernel)
EMU_DRIVER(cuMemAlloc)
EMU_DRIVER(cuMemFree)
EMU_DRIVER(cuMemGetInfo)
EMU_DRIVER(cuMemHostAlloc)
EMU_DRIVER(cuMemAllocHost)
EMU_DRIVER(cuMemcpyHtoD)
EMU_DRIVER(cuMemcpyDtoH)
EMU_DRIVER(cuMemcpyDtoD)
EMU_DRIVER(cuMemcpyHtoDAsync)
EMU_DRIVER(cuMemcpyDtoHAsync)
EMU_DRIVER(cuMemsetD8)
EMU_DRIVER(cuMemsetD32)
EMU_DRIVER(cuStreamCreate)
EMU_DRIVER(cuStreamSynchronize)
EMU_DRIVER(cuStreamDestroy)
EMU_DRIVER(cuEventCreate)
EMU_DRIVER(cuEventRecord)
EMU_DRIVER(cuEventElapsedTime)
EMU_DRIVER(cuGetErrorName)
EMU_DRIVER(cuGetErrorString)
EMU_DRIVER(cuFuncGetAttribute)
EMU_DRIVER(cuFuncSetAttribute)
#undef EMU_DRIVER
#endif

#endif
