// NCCL for a lab's contract header: what the labs use of it. In a job of ranks on the emulator nccl.c provides it over MPI, on a
// GPU it is the library; where there are no such jobs each call fails, so that a file compiles all the same.
#ifndef PMPP_NCCL_H
#define PMPP_NCCL_H

#ifdef PMPP_REAL_NCCL // a rank on a GPU, a baseline: they are linked with it
#include <nccl.h>
#else
#include <stddef.h>

#ifdef __cplusplus
#include <cuda_runtime.h>
extern "C" {
#else
typedef struct CUstream_st *cudaStream_t;
#endif

#define NCCL_MAJOR           2 // <nccl.h>, included behind this, adds nothing
#define NCCL_MINOR           28
#define NCCL_VERSION_CODE    22800
#define NCCL_UNIQUE_ID_BYTES 128

typedef struct ncclComm *ncclComm_t;
typedef struct {
  char internal[NCCL_UNIQUE_ID_BYTES];
} ncclUniqueId;
typedef enum {
  ncclSuccess,
  ncclUnhandledCudaError,
  ncclSystemError,
  ncclInternalError,
  ncclInvalidArgument,
  ncclInvalidUsage,
  ncclRemoteError,
  ncclInProgress
} ncclResult_t;
typedef enum { ncclSum, ncclProd, ncclMax, ncclMin } ncclRedOp_t;
typedef enum {
  ncclInt8 = 0,
  ncclChar = 0,
  ncclUint8 = 1,
  ncclInt32 = 2,
  ncclInt = 2,
  ncclUint32 = 3,
  ncclInt64 = 4,
  ncclUint64 = 5,
  ncclFloat32 = 7,
  ncclFloat = 7,
  ncclFloat64 = 8,
  ncclDouble = 8
} ncclDataType_t;

#if defined PMPP_MPI && !defined PMPP_NO_NCCL
#define PMPP_NCCL(name, ...) ncclResult_t name(__VA_ARGS__);
#else
#define PMPP_NCCL(name, ...)                                                                                 \
  static inline ncclResult_t name(__VA_ARGS__) {                                                             \
    return ncclSystemError;                                                                                  \
  }
#endif
PMPP_NCCL(ncclGetVersion, int *)
PMPP_NCCL(ncclGetUniqueId, ncclUniqueId *)
PMPP_NCCL(ncclCommInitRank, ncclComm_t *, int, ncclUniqueId, int)
PMPP_NCCL(ncclCommFinalize, ncclComm_t)
PMPP_NCCL(ncclCommDestroy, ncclComm_t)
PMPP_NCCL(ncclCommAbort, ncclComm_t)
PMPP_NCCL(ncclCommGetAsyncError, ncclComm_t, ncclResult_t *)
PMPP_NCCL(ncclCommCount, const ncclComm_t, int *)
PMPP_NCCL(ncclCommUserRank, const ncclComm_t, int *)
PMPP_NCCL(ncclCommCuDevice, const ncclComm_t, int *)
PMPP_NCCL(ncclGroupStart, void)
PMPP_NCCL(ncclGroupEnd, void)
PMPP_NCCL(ncclSend, const void *, size_t, ncclDataType_t, int, ncclComm_t, cudaStream_t)
PMPP_NCCL(ncclRecv, void *, size_t, ncclDataType_t, int, ncclComm_t, cudaStream_t)
PMPP_NCCL(ncclAllReduce, const void *, void *, size_t, ncclDataType_t, ncclRedOp_t, ncclComm_t, cudaStream_t)
#undef PMPP_NCCL

#if defined PMPP_MPI && !defined PMPP_NO_NCCL
const char *ncclGetErrorString(ncclResult_t result);
#else
static inline const char *ncclGetErrorString(ncclResult_t result) {
  return result ? "there is no NCCL here" : "no error";
}
#endif

#ifdef __cplusplus
}
#endif
#endif
#endif
