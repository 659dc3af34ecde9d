// Local memory: the stacks of all threads that kernels have run with.
#ifndef EMU_MEMORY_LOCAL_H
#define EMU_MEMORY_LOCAL_H

#include <stdbool.h>
#include <stdint.h>

void local_add(const void *begin, uint64_t bytes); // stacks of a block's threads
bool local_memory(uint64_t address);

#endif
