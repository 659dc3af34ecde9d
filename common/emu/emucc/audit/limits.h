// The limits of a device that ptxas knows.
#ifndef EMU_LIMITS_H
#define EMU_LIMITS_H

#include "emu/emucc/audit/dump.h"
#include "emu/emucc/audit/unit.h"

// Refuses a kernel of the source with too much static shared memory, and a file with too many constants (limits.c). Messages go to
// stderr. Returns 0, or 1 if something was refused.
int refuse_limits(const struct unit *u, const struct dump *d, const char *source);

#endif
