// The runtime's error codes: X(name, value, text of cudaGetErrorString).
#ifndef EMU_ERRORS_H
#define EMU_ERRORS_H

#define EMU_CUDA_ERRORS(X_)                                                                                  \
  X_(cudaSuccess, 0, "no error")                                                                             \
  X_(cudaErrorInvalidValue, 1, "invalid argument")                                                           \
  X_(cudaErrorMemoryAllocation, 2, "out of memory")                                                          \
  X_(cudaErrorInitializationError, 3, "initialization error")                                                \
  X_(cudaErrorCudartUnloading, 4, "driver shutting down")                                                    \
  X_(cudaErrorProfilerDisabled, 5, "profiler disabled while using external profiling tool")                  \
  X_(cudaErrorProfilerNotInitialized, 6, "profiler not initialized: call cudaProfilerInitialize()")          \
  X_(cudaErrorProfilerAlreadyStarted, 7, "profiler already started")                                         \
  X_(cudaErrorProfilerAlreadyStopped, 8, "profiler already stopped")                                         \
  X_(cudaErrorInvalidConfiguration, 9, "invalid configuration argument")                                     \
  X_(cudaErrorInvalidPitchValue, 12, "invalid pitch argument")                                               \
  X_(cudaErrorInvalidSymbol, 13, "invalid device symbol")                                                    \
  X_(cudaErrorInvalidHostPointer, 16, "invalid host pointer")                                                \
  X_(cudaErrorInvalidDevicePointer, 17, "invalid device pointer")                                            \
  X_(cudaErrorInvalidTexture, 18, "invalid texture reference")                                               \
  X_(cudaErrorInvalidTextureBinding, 19, "texture is not bound to a pointer")                                \
  X_(cudaErrorInvalidChannelDescriptor, 20, "invalid channel descriptor")                                    \
  X_(cudaErrorInvalidMemcpyDirection, 21, "invalid copy direction for memcpy")                               \
  X_(cudaErrorAddressOfConstant, 22, "invalid address of constant")                                          \
  X_(cudaErrorTextureFetchFailed, 23, "fetch from texture failed")                                           \
  X_(cudaErrorTextureNotBound, 24, "cannot fetch from a texture that is not bound")                          \
  X_(cudaErrorSynchronizationError, 25, "incorrect use of __syncthreads()")                                  \
  X_(cudaErrorInvalidFilterSetting, 26, "linear filtering not supported for non-float type")                 \
  X_(cudaErrorInvalidNormSetting, 27, "read as normalized float not supported for data type")                \
  X_(cudaErrorMixedDeviceExecution, 28, "device emulation mode and device execution mode cannot be mixed")   \
  X_(cudaErrorNotYetImplemented, 31, "feature not yet implemented")                                          \
  X_(cudaErrorMemoryValueTooLarge, 32, "memory size or pointer value too large to fit in 32 bit")            \
  X_(cudaErrorStubLibrary, 34, "CUDA driver is a stub library")                                              \
  X_(cudaErrorInsufficientDriver, 35, "CUDA driver version is insufficient for CUDA runtime version")        \
  X_(cudaErrorCallRequiresNewerDriver, 36, "API call is not supported in the installed CUDA driver")         \
  X_(cudaErrorInvalidSurface, 37, "invalid surface reference")                                               \
  X_(cudaErrorDuplicateVariableName, 43, "duplicate global variable looked up by string name")               \
  X_(cudaErrorDuplicateTextureName, 44, "duplicate texture looked up by string name")                        \
  X_(cudaErrorDuplicateSurfaceName, 45, "duplicate surface looked up by string name")                        \
  X_(cudaErrorDevicesUnavailable, 46, "CUDA-capable device(s) is/are busy or unavailable")                   \
  X_(cudaErrorIncompatibleDriverContext, 49, "incompatible driver context")                                  \
  X_(cudaErrorMissingConfiguration, 52, "__global__ function call is not configured")                        \
  X_(cudaErrorPriorLaunchFailure, 53, "unspecified launch failure in prior launch")                          \
  X_(cudaErrorLaunchMaxDepthExceeded, 65, "launch would exceed maximum depth of nested launches")            \
  X_(cudaErrorLaunchFileScopedTex, 66,                                                                       \
     "launch failed because kernel uses unsupported, file-scoped textures (texture objects are supported)")  \
  X_(cudaErrorLaunchFileScopedSurf, 67,                                                                      \
     "launch failed because kernel uses unsupported, file-scoped surfaces (surface objects are supported)")  \
  X_(cudaErrorSyncDepthExceeded, 68,                                                                         \
     "cudaDeviceSynchronize failed because caller's grid depth exceeds cudaLimitDevRuntimeSyncDepth")        \
  X_(cudaErrorLaunchPendingCountExceeded, 69,                                                                \
     "launch failed because launch would exceed cudaLimitDevRuntimePendingLaunchCount")                      \
  X_(cudaErrorInvalidDeviceFunction, 98, "invalid device function")                                          \
  X_(cudaErrorNoDevice, 100, "no CUDA-capable device is detected")                                           \
  X_(cudaErrorInvalidDevice, 101, "invalid device ordinal")                                                  \
  X_(cudaErrorDeviceNotLicensed, 102, "device doesn't have valid Grid license")                              \
  X_(cudaErrorSoftwareValidityNotEstablished, 103, "integrity checks failed")                                \
  X_(cudaErrorStartupFailure, 127, "startup failure in cuda runtime")                                        \
  X_(cudaErrorInvalidKernelImage, 200, "device kernel image is invalid")                                     \
  X_(cudaErrorDeviceUninitialized, 201, "invalid device context")                                            \
  X_(cudaErrorMapBufferObjectFailed, 205, "mapping of buffer object failed")                                 \
  X_(cudaErrorUnmapBufferObjectFailed, 206, "unmapping of buffer object failed")                             \
  X_(cudaErrorArrayIsMapped, 207, "array is mapped")                                                         \
  X_(cudaErrorAlreadyMapped, 208, "resource already mapped")                                                 \
  X_(cudaErrorNoKernelImageForDevice, 209, "no kernel image is available for execution on the device")       \
  X_(cudaErrorAlreadyAcquired, 210, "resource already acquired")                                             \
  X_(cudaErrorNotMapped, 211, "resource not mapped")                                                         \
  X_(cudaErrorNotMappedAsArray, 212, "resource not mapped as array")                                         \
  X_(cudaErrorNotMappedAsPointer, 213, "resource not mapped as pointer")                                     \
  X_(cudaErrorECCUncorrectable, 214, "uncorrectable ECC error encountered")                                  \
  X_(cudaErrorUnsupportedLimit, 215, "limit is not supported on this architecture")                          \
  X_(cudaErrorDeviceAlreadyInUse, 216, "exclusive-thread device already in use by a different thread")       \
  X_(cudaErrorPeerAccessUnsupported, 217, "peer access is not supported between these two devices")          \
  X_(cudaErrorInvalidPtx, 218, "a PTX JIT compilation failed")                                               \
  X_(cudaErrorInvalidGraphicsContext, 219, "invalid OpenGL or DirectX context")                              \
  X_(cudaErrorNvlinkUncorrectable, 220, "uncorrectable NVLink error detected during the execution")          \
  X_(cudaErrorJitCompilerNotFound, 221, "PTX JIT compiler library not found")                                \
  X_(cudaErrorUnsupportedPtxVersion, 222, "the provided PTX was compiled with an unsupported toolchain.")    \
  X_(cudaErrorJitCompilationDisabled, 223, "PTX JIT compilation was disabled")                               \
  X_(cudaErrorUnsupportedExecAffinity, 224, "the provided execution affinity is not supported")              \
  X_(cudaErrorUnsupportedDevSideSync, 225,                                                                   \
     "the provided PTX contains unsupported call to cudaDeviceSynchronize")                                  \
  X_(cudaErrorContained, 226, "Invalid access of peer GPU memory over nvlink or a hardware error")           \
  X_(cudaErrorInvalidSource, 300, "device kernel image is invalid")                                          \
  X_(cudaErrorFileNotFound, 301, "file not found")                                                           \
  X_(cudaErrorSharedObjectSymbolNotFound, 302, "shared object symbol not found")                             \
  X_(cudaErrorSharedObjectInitFailed, 303, "shared object initialization failed")                            \
  X_(cudaErrorOperatingSystem, 304, "OS call failed or operation not supported on this OS")                  \
  X_(cudaErrorInvalidResourceHandle, 400, "invalid resource handle")                                         \
  X_(cudaErrorIllegalState, 401, "the operation cannot be performed in the present state")                   \
  X_(cudaErrorLossyQuery, 402, "attempted introspection would be semantically lossy")                        \
  X_(cudaErrorSymbolNotFound, 500, "named symbol not found")                                                 \
  X_(cudaErrorNotReady, 600, "device not ready")                                                             \
  X_(cudaErrorIllegalAddress, 700, "an illegal memory access was encountered")                               \
  X_(cudaErrorLaunchOutOfResources, 701, "too many resources requested for launch")                          \
  X_(cudaErrorLaunchTimeout, 702, "the launch timed out and was terminated")                                 \
  X_(cudaErrorLaunchIncompatibleTexturing, 703, "launch uses incompatible texturing mode")                   \
  X_(cudaErrorPeerAccessAlreadyEnabled, 704, "peer access is already enabled")                               \
  X_(cudaErrorPeerAccessNotEnabled, 705, "peer access has not been enabled")                                 \
  X_(cudaErrorSetOnActiveProcess, 708, "cannot set while device is active in this process")                  \
  X_(cudaErrorContextIsDestroyed, 709, "context is destroyed")                                               \
  X_(cudaErrorAssert, 710, "device-side assert triggered")                                                   \
  X_(cudaErrorTooManyPeers, 711, "peer mapping resources exhausted")                                         \
  X_(cudaErrorHostMemoryAlreadyRegistered, 712,                                                              \
     "part or all of the requested memory range is already mapped")                                          \
  X_(cudaErrorHostMemoryNotRegistered, 713, "pointer does not correspond to a registered memory region")     \
  X_(cudaErrorHardwareStackError, 714, "hardware stack error")                                               \
  X_(cudaErrorIllegalInstruction, 715, "an illegal instruction was encountered")                             \
  X_(cudaErrorMisalignedAddress, 716, "misaligned address")                                                  \
  X_(cudaErrorInvalidAddressSpace, 717, "operation not supported on global/shared address space")            \
  X_(cudaErrorInvalidPc, 718, "invalid program counter")                                                     \
  X_(cudaErrorLaunchFailure, 719, "unspecified launch failure")                                              \
  X_(cudaErrorCooperativeLaunchTooLarge, 720, "too many blocks in cooperative launch")                       \
  X_(cudaErrorTensorMemoryLeak, 721, "tensor memory not completely freed")                                   \
  X_(cudaErrorNotPermitted, 800, "operation not permitted")                                                  \
  X_(cudaErrorNotSupported, 801, "operation not supported")                                                  \
  X_(cudaErrorSystemNotReady, 802, "system not yet initialized")                                             \
  X_(cudaErrorSystemDriverMismatch, 803, "system has unsupported display driver / cuda driver combination")  \
  X_(cudaErrorCompatNotSupportedOnDevice, 804, "forward compatibility was attempted on non supported HW")    \
  X_(cudaErrorMpsConnectionFailed, 805,                                                                      \
     "MPS client failed to connect to the MPS control daemon or the MPS server")                             \
  X_(cudaErrorMpsRpcFailure, 806,                                                                            \
     "the remote procedural call between the MPS server and the MPS client failed")                          \
  X_(cudaErrorMpsServerNotReady, 807, "MPS server is not ready to accept new MPS client requests")           \
  X_(cudaErrorMpsMaxClientsReached, 808,                                                                     \
     "the hardware resources required to create MPS client have been exhausted")                             \
  X_(cudaErrorMpsMaxConnectionsReached, 809,                                                                 \
     "the hardware resources required to support device connections have been exhausted")                    \
  X_(cudaErrorMpsClientTerminated, 810, "the MPS client has been terminated by the server")                  \
  X_(cudaErrorCdpNotSupported, 811,                                                                          \
     "is using CUDA Dynamic Parallelism, but the current configuration, like MPS, does not support it")      \
  X_(cudaErrorCdpVersionMismatch, 812,                                                                       \
     "unsupported interaction between different versions of CUDA Dynamic Parallelism")                       \
  X_(cudaErrorStreamCaptureUnsupported, 900, "operation not permitted when stream is capturing")             \
  X_(cudaErrorStreamCaptureInvalidated, 901, "operation failed due to a previous error during capture")      \
  X_(cudaErrorStreamCaptureMerge, 902, "operation would result in a merge of separate capture sequences")    \
  X_(cudaErrorStreamCaptureUnmatched, 903, "capture was not ended in the same stream as it began")           \
  X_(cudaErrorStreamCaptureUnjoined, 904, "capturing stream has unjoined work")                              \
  X_(cudaErrorStreamCaptureIsolation, 905, "dependency created on uncaptured work in another stream")        \
  X_(cudaErrorStreamCaptureImplicit, 906,                                                                    \
     "operation would make the legacy stream depend on a capturing blocking stream")                         \
  X_(cudaErrorCapturedEvent, 907, "operation not permitted on an event last recorded in a capturing stream") \
  X_(cudaErrorStreamCaptureWrongThread, 908,                                                                 \
     "attempt to terminate a thread-local capture sequence from another thread")                             \
  X_(cudaErrorTimeout, 909, "wait operation timed out")                                                      \
  X_(cudaErrorGraphExecUpdateFailure, 910,                                                                   \
     "the graph update was not performed because it included changes which violated constraints specific "   \
     "to instantiated graph update")                                                                         \
  X_(cudaErrorExternalDevice, 911, "an async error has occured in external entity outside of CUDA")          \
  X_(cudaErrorInvalidClusterSize, 912, "a kernel launch error has occurred due to cluster misconfiguration") \
  X_(cudaErrorFunctionNotLoaded, 913,                                                                        \
     "the function handle is not loaded when calling an API that requires a loaded function")                \
  X_(cudaErrorInvalidResourceType, 914,                                                                      \
     "one or more resources passed in are not valid resource types for the operation")                       \
  X_(cudaErrorInvalidResourceConfiguration, 915,                                                             \
     "one or more resources are insufficient or non-applicable for the operation")                           \
  X_(cudaErrorUnknown, 999, "unknown error")

#endif
