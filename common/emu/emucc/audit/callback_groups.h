// Groups of callbacks, in the assembly of device code.
#ifndef EMU_CALLBACK_GROUPS_H
#define EMU_CALLBACK_GROUPS_H

#include "emu/emucc/audit/assembly.h"

// Other hosts have no groups; older compilers call back from code that is not to be seen (access.c).
#if defined __x86_64__ && __GNUC__ >= 12
enum { GROUPS = 1 };
#else
enum { GROUPS = 0 };
#endif

// Makes one group of callbacks that follow each other.
void group_callbacks(struct assembly *a);

#endif
