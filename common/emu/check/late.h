// Volatile stores that other blocks see late.
#ifndef EMU_CHECK_LATE_H
#define EMU_CHECK_LATE_H

#include "memory/launch.h"
#include "memory/running.h"
#include "check/touch.h"

bool late_wanted(uint64_t addr, uint32_t size); // whether the store that comes is to be such a one
void late_store(uint64_t addr, uint32_t size,
                const uint8_t *state);                     // it comes next; state: its words' before it
void late_access(uint64_t addr, uint32_t size, int touch); // before any access, while PENDING_LATE is set
void late_settle(void);                                    // before the thread waits or ends
void late_hold(void);                                      // before a fence: others may run first
void late_fence(void);
void late_block_begins(void);
void late_launch_ends(void);
void late_reset(void); // the seed is set anew

#endif
