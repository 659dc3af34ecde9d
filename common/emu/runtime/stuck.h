// A thread of a block that does not end.
#ifndef EMU_RUNTIME_STUCK_H
#define EMU_RUNTIME_STUCK_H

#include "memory/running.h"

// polls: it only reads the same few words.
uint64_t stuck_last_access(const struct thread *t); // in its log, packed; 0 if there is none
void report_stuck(const struct thread *t, bool polls);

#endif
