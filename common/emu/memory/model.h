// The model device: its limits, what it holds, and what a kernel may have.
#ifndef EMU_MEMORY_MODEL_H
#define EMU_MEMORY_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { WARP = 32, MAX_BLOCK = 1024, MAX_WARPS = MAX_BLOCK / WARP };
enum { SHARED_LIMIT = 48 << 10, DYNAMIC_ARENA = 256 << 10 };
#define DYNAMIC_LEAD                                                                                         \
  65536 // bytes in front of the dynamic shared memory, for accesses before its first element
enum { SHARED_LEAD = 4096 }; // the same for the static arrays; there lies what belongs to the C library

struct device {
  const char *key, *name; // as EMU_DEVICE has it, and as messages do
  int major, minor, processors, threads_per_processor, blocks_per_processor;
  int shared_per_processor, shared_opt_in; // opt_in: the most that a block may have
  int l1_bytes, l2_bytes, bus_bits;        // l1_bytes: with the shared memory
  bool ecc;
  int clock_khz, memory_khz; // the highest
  int memory_gib;
};
// The device that EMU_DEVICE names. Of one that is not in the table: NULL, and a sentence about it.
enum { DEVICE_TROUBLE = 240 };
const struct device *device_named(char *trouble, size_t size);
const struct device *device_model(void); // the same; ends the program with status 2 where there is none
const struct device *device_by_key(const char *key); // NULL where there is none
// What the system takes of a multiprocessor's shared memory for each block: nothing before capability 8.0.
static inline int device_reserved_shared(const struct device *d) {
  return d->shared_per_processor - d->shared_opt_in;
}
int device_processors(void);                       // the model's, unless there are fewer (emu_set_processors)
int device_resident(int threads, uint64_t shared); // blocks of that size that one processor holds at once
// Bytes of shared memory that a block of this kernel may have.
uint64_t device_shared_limit(const char *kernel);

// Allows a kernel so many bytes of dynamic shared memory. False: the table is full.
bool device_allow_shared(const char *kernel, uint64_t dynamic);
// The same for the blocks of a cluster: 8, or 16 where they have been allowed.
unsigned device_cluster_limit(const char *kernel);
bool device_allow_clusters(const char *kernel, bool large);

#endif
