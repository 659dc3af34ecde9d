// Device memory that this process holds: what other processes do on the device says nothing about it.
#ifndef PMPP_ALLOCATIONS_H
#define PMPP_ALLOCATIONS_H

#include <stdint.h>

// Bytes that were allocated by the runtime's calls and not freed. A worker is linked with allocations.ld, which leads
// the calls of the submission and of the worker here.
int64_t allocations_held(void);

#endif
