// The source lines of an instruction, inlined calls and all, by the program's debug information.
#ifndef EMU_MEMORY_FRAMES_H
#define EMU_MEMORY_FRAMES_H

#include <stdint.h>

// Called from the innermost inlined call outwards; another answer than 0 ends it. What is not known is NULL or 0.
typedef int each_frame(void *data, uintptr_t pc, const char *file, int line, const char *function);

// The frames of the instruction at pc; none where the debug information, or what reads it, is missing.
void frames_of(uint64_t pc, each_frame *each, void *data);

#endif
