// What every program includes before its first line. Programs never name it, so it can be read precompiled.
#ifndef EMU_PROGRAM_H
#define EMU_PROGRAM_H

#include "cuda_runtime.h"

// Where these headers are: the emulator tells by it which lines of a report are theirs (symbolise.c).
__attribute__((used)) inline const char emu_program_header[] = __FILE__;

#endif
