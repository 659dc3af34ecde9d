// The model device: its limits, what it holds, and what a kernel may have.
#ifndef EMU_MEMORY_MODEL_H
#define EMU_MEMORY_MODEL_H

#include <stdbool.h>
#include <stdint.h>

enum { WARP = 32, MAX_BLOCK = 1024, MAX_WARPS = MAX_BLOCK / WARP };
enum { SHARED_LIMIT = 48 << 10, DYNAMIC_ARENA = 256 << 10 };
#define DYNAMIC_LEAD                                                                                         \
  65536 // bytes in front of the dynamic shared memory, for accesses before its first element
enum { SHARED_LEAD = 4096 }; // the same for the static arrays; there lies what belongs to the C library

struct device {
  const char *name;
  int major, minor, processors, shared_per_processor, shared_opt_in, l2_bytes, bus_bits;
};
const struct device *device_model(void);
int device_resident(int threads, uint64_t shared); // blocks of that size that one processor holds at once
// Bytes of shared memory that a block of this kernel may have.
uint64_t device_shared_limit(const char *kernel);

// Allows a kernel so many bytes of dynamic shared memory. False: the table is full.
bool device_allow_shared(const char *kernel, uint64_t dynamic);

#endif
