// Objects with virtual functions: who has constructed them, the host or a kernel. Only there their functions can be called.
#ifndef EMU_CHECK_VIRTUAL_H
#define EMU_CHECK_VIRTUAL_H

#include <stdbool.h>
#include <stdint.h>

void virtual_made(uint64_t slot, uint64_t table);                // a constructor is about to store that
void virtual_copied(uint64_t to, uint64_t from, uint64_t bytes); // behind the copy
// What both sides can reach, and a launch's arguments at [low, high), changes hands.
void virtual_launch_begin(uint64_t low, uint64_t high);
void virtual_launch_end(uint64_t low, uint64_t high);

#endif
