// Behind an access out of bounds the kernel goes on.
#ifndef EMU_CHECK_AFTER_FAULT_H
#define EMU_CHECK_AFTER_FAULT_H

#include "memory/running.h"

void stray_access(uint64_t addr,
                  uint32_t size); // the next instruction finds zeros there, and what it stores is dropped
void stray_settle(void);          // before the thread's next access, and before it waits or ends
void stray_launch_ends(void);

#endif
