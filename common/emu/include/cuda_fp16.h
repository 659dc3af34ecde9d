// Half precision: __half, __half2 and their functions.
#ifndef EMU_CUDA_FP16_H
#define EMU_CUDA_FP16_H

#include "cuda_runtime.h"

#define EMU_T   __half
#define EMU_T2  __half2
#define EMU_TAG half
#include "emu_small_float.h"
#undef EMU_TAG
#undef EMU_T2
#undef EMU_T

typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half2 nv_half2;

#endif
