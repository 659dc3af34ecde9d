// What every program includes before its first line. Programs never name it, so it can be read precompiled.
#ifndef EMU_PROGRAM_H
#define EMU_PROGRAM_H

#include "cuda_runtime.h"

#endif
