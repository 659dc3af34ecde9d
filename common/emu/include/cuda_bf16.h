// bfloat16: __nv_bfloat16, __nv_bfloat162 and their functions.
#ifndef EMU_CUDA_BF16_H
#define EMU_CUDA_BF16_H

#include "cuda_runtime.h"

#define EMU_T   __nv_bfloat16
#define EMU_T2  __nv_bfloat162
#define EMU_TAG bfloat16
#include "emu_small_float.h"
#undef EMU_TAG
#undef EMU_T2
#undef EMU_T

typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

#endif
