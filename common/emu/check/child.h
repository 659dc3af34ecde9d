// Races between a grid and the kernels that it launches.
#ifndef EMU_CHECK_CHILD_H
#define EMU_CHECK_CHILD_H

#include "check/touch.h"
#include <stdint.h>

struct parent_access {
  uint64_t addr, block;
  uint32_t size, pc, tid;
  int touch;
};
struct parent_log { // what a grid has accessed since its first launch of a kernel
  struct parent_access *at;
  uint32_t n, capacity;
  const char *kernel;
};
extern struct parent_log *parent_log; // of the running grid

void child_parent_access(uint64_t addr, uint32_t size, int touch, uint32_t pc);
// The launch that has just run is a child (or a child's child) of the log's grid: it was asked for when that had `from` accesses.
void child_compare(const struct parent_log *log, uint32_t from);

#endif
