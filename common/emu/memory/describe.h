// Addresses in the words of the program.
#ifndef EMU_MEMORY_DESCRIBE_H
#define EMU_MEMORY_DESCRIBE_H

#include "memory/heap.h"
#include <stddef.h>

void access_describe(uint64_t addr, uint32_t size, char *text,
                     size_t n); // "s[12] (shared float-sized elements)"
void describe_buffer(const struct allocation *a, char *text,
                     size_t n); // "in", or "the 1024 bytes allocated at prog.cu:12"

#endif
