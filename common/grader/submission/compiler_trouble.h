// Tells a compiler that could not do its work from a program that does not compile.
#ifndef PMPP_COMPILER_TROUBLE_H
#define PMPP_COMPILER_TROUBLE_H

#include <stdbool.h>

// status: of a compiler or linker that failed, as from waitpid; output: what it printed. True where it was killed, could
// not be started, or came to its end for want of memory, of room on the disk or of processes, or by a mistake of its own.
// False where it found fault with the program, also where the program made it exceed a limit that the grader sets.
bool compiler_failed(int status, const char *output);

#endif
