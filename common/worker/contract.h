// Included by every lab's contract header: linkage, the answer of a task that is not done yet, and an SM's room.
#ifndef PMPP_CONTRACT_H
#define PMPP_CONTRACT_H

#include <stddef.h>
#include <stdint.h>

// A contract function returns 0 when it did its work, PMPP_TODO when the student has not begun, or the
// cudaError_t that stopped it.
#define PMPP_TODO (-1)

#ifdef __cplusplus
#define PMPP_CONTRACT_BEGIN extern "C" {
#define PMPP_CONTRACT_END   }
#else
#define PMPP_CONTRACT_BEGIN
#define PMPP_CONTRACT_END
#endif

// PMPP_BLOCKS(threads, wanted), for `__launch_bounds__(threads, ...)`: as many blocks of an SM at a time as are wanted, and no
// more than it has room for. nvcc ignores a greater number, with a warning.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
enum { PMPP_SM_THREADS = 1024 };
#elif defined(__CUDA_ARCH__) && ((__CUDA_ARCH__ > 800 && __CUDA_ARCH__ < 900) || __CUDA_ARCH__ >= 1100)
enum { PMPP_SM_THREADS = 1536 };
#else
enum { PMPP_SM_THREADS = 2048 };
#endif
#define PMPP_BLOCKS(threads, wanted)                                                                         \
  ((wanted) * (threads) <= PMPP_SM_THREADS ? (wanted) : PMPP_SM_THREADS / (threads))

#endif
