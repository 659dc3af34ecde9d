// Blocks of the host's own heap: what malloc and new have given out.
#ifndef EMU_MEMORY_HOST_HEAP_H
#define EMU_MEMORY_HOST_HEAP_H

#include <stdbool.h>
#include <stdint.h>

// The most bytes that the block of the host's heap which holds the address has from there on. UINT64_MAX: no block is known there.
uint64_t host_heap_room(uint64_t address);

#endif
