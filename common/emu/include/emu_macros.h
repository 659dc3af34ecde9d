// Macros that nvcc and its headers define and that nothing here needs: programs and other headers ask for them. With the values of
// CUDA 13.0's nvcc (tests/macros.txt).
#ifndef EMU_MACROS_H
#define EMU_MACROS_H

#define __NVCC__                     1
#define __NVCC_DIAG_PRAGMA_SUPPORT__ 1
#define __CUDA_API_VER_MAJOR__       13
#define __CUDA_API_VER_MINOR__       0

// The headers that a program has read.
#define __CHANNEL_DESCRIPTOR_H__
#define __COMMON_FUNCTIONS_H__
#define __CUDA_DEVICE_RUNTIME_API_H__
#define __DEVICE_ATOMIC_FUNCTIONS_HPP__
#define __DEVICE_ATOMIC_FUNCTIONS_H__
#define __DEVICE_DOUBLE_FUNCTIONS_HPP__
#define __DEVICE_DOUBLE_FUNCTIONS_H__
#define __DEVICE_FUNCTIONS_HPP__
#define __DEVICE_FUNCTIONS_H__
#define __DEVICE_TYPES_H__
#define __DRIVER_FUNCTIONS_H__
#define __HOST_CONFIG_H__
#define __HOST_DEFINES_H__
#define __LIBRARY_TYPES_H__
#define __MATH_FUNCTIONS_HPP__
#define __MATH_FUNCTIONS_H__
#define __SM_20_ATOMIC_FUNCTIONS_HPP__
#define __SM_20_ATOMIC_FUNCTIONS_H__
#define __SM_20_INTRINSICS_HPP__
#define __SM_20_INTRINSICS_H__
#define __SM_30_INTRINSICS_HPP__
#define __SM_30_INTRINSICS_H__
#define __SM_32_ATOMIC_FUNCTIONS_HPP__
#define __SM_32_ATOMIC_FUNCTIONS_H__
#define __SM_32_INTRINSICS_HPP__
#define __SM_32_INTRINSICS_H__
#define __SM_35_ATOMIC_FUNCTIONS_H__
#define __SM_35_INTRINSICS_H__
#define __SM_60_ATOMIC_FUNCTIONS_HPP__
#define __SM_60_ATOMIC_FUNCTIONS_H__
#define __SM_61_INTRINSICS_HPP__
#define __SM_61_INTRINSICS_H__
#define __SURFACE_INDIRECT_FUNCTIONS_H__
#define __SURFACE_TYPES_H__
#define __TEXTURE_INDIRECT_FUNCTIONS_H__
#define __TEXTURE_TYPES_H__
#define __VECTOR_FUNCTIONS_HPP__
#define CU_UUID_HAS_BEEN_DEFINED

// Of g++'s own dialect, which is nvcc's default; -std=c++17 takes them back (emu_strict.h).
#define linux 1
#define unix  1

// Words of other systems, and of compilers.
#define CUDARTAPI_CDECL
#define _ACRTIMP
#define _CRTIMP
#define __CUDA_MATH_CRTIMP
#define __cdecl
#define __export__
#define __import__
#define __no_return__ __attribute__((noreturn))
#define __thread__    __thread

#define __CUDA_ARCH_HAS_FEATURE__(_FEAT)   __CUDA_ARCH_FEAT_##_FEAT
#define __CUDA_HAS_ARCH_FAMILY_SPECIFIC(N) 0
#define __CUDA_HAS_ARCH_SPECIFIC(N)        0

// Of the runtime: flags and other names.
#define CUDA_IPC_HANDLE_SIZE                           64
#define cudaArrayColorAttachment                       0x20
#define cudaArrayDeferredMapping                       0x80
#define cudaArraySparse                                0x40
#define cudaArraySparsePropertiesSingleMipTail         0x1
#define cudaDeviceMask                                 0xff
#define cudaDeviceSyncMemops                           0x80
#define cudaEventWaitExternal                          0x01
#define cudaExternalMemoryDedicated                    0x1
#define cudaExternalSemaphoreSignalSkipNvSciBufMemSync 0x01
#define cudaExternalSemaphoreWaitSkipNvSciBufMemSync   0x02
#define cudaGraphKernelNodePortDefault                 0
#define cudaGraphKernelNodePortLaunchCompletion        2
#define cudaGraphKernelNodePortProgrammatic            1
#define cudaInitDeviceFlagsAreValid                    0x01
#define cudaIpcMemLazyEnablePeerAccess                 0x01
#define cudaMemPoolCreateUsageHwDecompress             0x2
#define cudaNvSciSyncAttrSignal                        0x1
#define cudaNvSciSyncAttrWait                          0x2
#define cudaStreamGraphFireAndForget                   (cudaStream_t)0x0200000000000000
#define cudaStreamGraphFireAndForgetAsSibling          (cudaStream_t)0x0300000000000000
#define cudaStreamGraphTailLaunch                      (cudaStream_t)0x0100000000000000
#define cudaSurfaceType1D                              0x01
#define cudaSurfaceType1DLayered                       0xF1
#define cudaSurfaceType2D                              0x02
#define cudaSurfaceType2DLayered                       0xF2
#define cudaSurfaceType3D                              0x03
#define cudaSurfaceTypeCubemap                         0x0C
#define cudaSurfaceTypeCubemapLayered                  0xFC
#define cudaTextureTypeCubemapLayered                  0xFC
#define cudaKernelNodeAttrID                           cudaLaunchAttributeID
#define cudaKernelNodeAttrValue                        cudaLaunchAttributeValue
#define cudaKernelNodeAttributeAccessPolicyWindow      cudaLaunchAttributeAccessPolicyWindow
#define cudaKernelNodeAttributeClusterDimension        cudaLaunchAttributeClusterDimension
#define cudaKernelNodeAttributeClusterSchedulingPolicyPreference                                             \
  cudaLaunchAttributeClusterSchedulingPolicyPreference
#define cudaKernelNodeAttributeCooperative                   cudaLaunchAttributeCooperative
#define cudaKernelNodeAttributeDeviceUpdatableKernelNode     cudaLaunchAttributeDeviceUpdatableKernelNode
#define cudaKernelNodeAttributeMemSyncDomain                 cudaLaunchAttributeMemSyncDomain
#define cudaKernelNodeAttributeMemSyncDomainMap              cudaLaunchAttributeMemSyncDomainMap
#define cudaKernelNodeAttributeNvlinkUtilCentricScheduling   cudaLaunchAttributeNvlinkUtilCentricScheduling
#define cudaKernelNodeAttributePreferredSharedMemoryCarveout cudaLaunchAttributePreferredSharedMemoryCarveout
#define cudaKernelNodeAttributePriority                      cudaLaunchAttributePriority
#define cudaStreamAttributeMemSyncDomain                     cudaLaunchAttributeMemSyncDomain
#define cudaStreamAttributeMemSyncDomainMap                  cudaLaunchAttributeMemSyncDomainMap

#endif
