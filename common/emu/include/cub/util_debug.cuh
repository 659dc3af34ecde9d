// CUB's words for the errors of the runtime.
#ifndef EMU_CUB_UTIL_DEBUG_CUH
#define EMU_CUB_UTIL_DEBUG_CUH

#include "../cuda_runtime.h"
#include <stdio.h>
#include <stdlib.h>

namespace cub {

EMU_UNSEEN inline cudaError_t Debug(cudaError_t error, const char *file, int line) {
  if (error)
    fprintf(stderr, "CUDA error %d [%s, %d]: %s\n", (int)error, file, line, cudaGetErrorString(error));
  return error;
}

} // namespace cub

// CUB's namespace, which a program may have put into one of its own.
#ifndef CUB_NS_QUALIFIER
#define CUB_NS_QUALIFIER ::cub
#endif
#define CubDebug(e)     cub::Debug((cudaError_t)(e), __FILE__, __LINE__)
#define CubDebugExit(e) (cub::Debug((cudaError_t)(e), __FILE__, __LINE__) ? exit(1) : (void)0)

#endif
