// Volatile stores that other blocks see delayed.
#ifndef EMU_CHECK_DELAYED_H
#define EMU_CHECK_DELAYED_H

#include "memory/launch.h"
#include "memory/running.h"
#include "check/touch.h"

bool delayed_wanted(uint64_t addr, uint32_t size); // whether the store that comes is to be such a one
void delayed_store(uint64_t addr, uint32_t size,
                   const uint8_t *state); // it comes next; state: its words' before it
void delayed_access(uint64_t addr, uint32_t size,
                    int touch); // before any access, while PENDING_DELAYED is set
void delayed_settle(void);      // before the thread waits or ends
void delayed_hold(void);        // before a fence: others may run first
void delayed_fence(void);
void delayed_block_begins(void);
void delayed_launch_ends(void);
void delayed_reset(void); // the seed is set anew

#endif
