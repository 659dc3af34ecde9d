// The driver API is not part of the emulator. Many a program includes its header and means the runtime's.
#ifndef EMU_CUDA_H
#define EMU_CUDA_H

#include "cuda_runtime.h"

#define CUDA_VERSION 13000

#endif
