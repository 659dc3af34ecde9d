// Addresses in the words of the program.
#ifndef EMU_MEMORY_DESCRIBE_H
#define EMU_MEMORY_DESCRIBE_H

#include "memory/heap.h"
#include <stddef.h>

void access_describe(uint64_t addr, uint32_t size, char *text,
                     size_t n); // "s[12] (shared float-sized elements)"
// An access `away` bytes from the beginning of the shared array at `begin`, before it or behind its end: "element -1 (4-byte elements) of
// the shared array s, which begins with element 0".
void describe_outside(const char *name, uint64_t begin, uint64_t bytes, int64_t away, uint32_t size,
                      char *text, size_t n);
void describe_buffer(const struct allocation *a, char *text,
                     size_t n); // "in", or "the 1024 bytes allocated at prog.cu:12"

#endif
