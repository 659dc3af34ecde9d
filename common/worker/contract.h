// Included by every lab's contract header: linkage and the answer of a task that is not done yet.
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

#endif
