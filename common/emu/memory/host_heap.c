// The C library's heap, as glibc lays it out: blocks one behind the other, each with its size in front. What does not look like that
// is not known.
#define _GNU_SOURCE
#include "memory/host_heap.h"
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#ifdef __GLIBC__
enum { SIZE = 8, HEAD = 16, MAPPED = 2, FLAGS = 7, MOST_BLOCKS = 4096 };

static uint64_t word_at(uint64_t address) {
  return *(const uint64_t *)address;
}

// Where the heap begins that grows with brk; 0: there is none.
static uint64_t heap_begin(void) {
  static uint64_t begin;
  FILE *maps = begin ? NULL : fopen("/proc/self/maps", "re");
  char line[512];
  unsigned long long from, to;
  while (maps && fgets(line, sizeof line, maps))
    if (sscanf(line, "%llx-%llx %*s %*s %*s %*s [heap]", &from, &to) == 2 && to == (uint64_t)sbrk(0))
      begin = from;
  if (maps) fclose(maps);
  return begin;
}

// A block that malloc has mapped for itself: it begins behind its head, at the beginning of a page.
static uint64_t mapped_room(uint64_t address) {
  uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
  if (address % page != HEAD || address < UINT32_MAX) return UINT64_MAX;
  uint64_t size = word_at(address - SIZE);
  bool so = word_at(address - HEAD) == 0 && (size & FLAGS) == MAPPED &&
            (size & ~(uint64_t)FLAGS) % page == 0 && size > page;
  return so ? (size & ~(uint64_t)FLAGS) - HEAD : UINT64_MAX;
}

uint64_t host_heap_room(uint64_t address) {
  uint64_t block = heap_begin(), end = (uint64_t)sbrk(0);
  if (!block || address < block || address >= end) return mapped_room(address);
  for (int i = 0; i < MOST_BLOCKS && block + HEAD < end; i++) {
    uint64_t size = word_at(block + SIZE) & ~(uint64_t)FLAGS;
    if (size < 32 || size % 16 || size > end - block) break;
    if (address < block + size) {
      bool last = block + size + HEAD >= end; // what has not been given out
      return last || address < block + HEAD ? UINT64_MAX : block + size + SIZE - address;
    }
    block += size;
  }
  return UINT64_MAX;
}
#else
uint64_t host_heap_room(uint64_t address) {
  (void)address;
  return UINT64_MAX;
}
#endif
