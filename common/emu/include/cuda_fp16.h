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

#define CUDART_INF_FP16        __ushort_as_half((unsigned short)0x7C00U)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half((unsigned short)0x7BFFU)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half((unsigned short)0x0001U)
#define CUDART_NAN_FP16        __ushort_as_half((unsigned short)0x7FFFU)
#define CUDART_NEG_ZERO_FP16   __ushort_as_half((unsigned short)0x8000U)
#define CUDART_ONE_FP16        __ushort_as_half((unsigned short)0x3C00U)
#define CUDART_ZERO_FP16       __ushort_as_half((unsigned short)0x0000U)

#endif
